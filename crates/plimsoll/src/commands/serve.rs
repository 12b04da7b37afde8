//! `plimsoll serve`: stored results in a browser.

use crate::commands::papers::print_bytes;
use crate::exit::{Exit, Outcome};
use crate::flags::Serve;
use report::messages::system::SystemAction;
use report::site::ServeText;
use session::capture_load::listed;
use session::failure::{Ending, Failure};
use session::{input, recorder, terminal};
use web::{ServeError, SiteConfig, StartConfig, TlsFiles};

const TOKEN_BYTES_MAX: u64 = 4096;

pub(crate) fn run(flags: &Serve) -> Outcome {
    // An invalid store, or one of a newer version, is refused now, not on the first page.
    drop(recorder::open_if_there(flags.store.as_deref())?);
    let store = recorder::place(flags.store.as_deref())?;
    let files = flags.tls_cert.clone().zip(flags.tls_key.clone());
    let tls = files.map(|(certificate, key)| TlsFiles { certificate, key });
    flags.captures.as_deref().map(|folder| listed(folder, 1)).transpose()?;
    let config = SiteConfig {
        listen: flags.listen,
        store,
        token: token(flags)?,
        tls,
        captures: flags.captures.clone(),
        language: flags.lang,
        start: start(flags)?,
    };
    let is_open = !config.listen.ip().is_loopback() && config.token.is_some();
    if is_open && config.tls.is_none() {
        terminal::tell(&format!("plimsoll: {}\n", ServeText::Unencrypted));
    }
    let mut printed = Ok(Exit::DONE);
    let ready = |address: &str| {
        let texts = [ServeText::Serving, ServeText::Results, ServeText::Ends];
        let [serving, results, ends] = texts.map(|text| text.to_string());
        let width = serving.chars().count().max(results.chars().count());
        let store = config.store.display();
        let text = format!("{serving:width$}  {address}\n{results:width$}  {store}\n{ends}\n");
        printed = print_bytes(text.as_bytes());
    };
    web::serve(&config, &session::interrupt()?, ready).map_err(|error| match error {
        ServeError::System(_) => Failure::target(error),
        _ => Failure::wrong(error),
    })?;
    printed
}

fn start(flags: &Serve) -> Result<Option<StartConfig>, Failure> {
    if flags.allow_start.is_empty() {
        return Ok(None);
    }
    let program = std::env::current_exe().map_err(Failure::target)?;
    Ok(Some(StartConfig { targets: flags.allow_start.clone(), program }))
}

/// The token of the file, without the white space around it.
fn token(flags: &Serve) -> Result<Option<String>, Failure> {
    let Some(file) = &flags.token_file else { return Ok(None) };
    let bytes = input::bytes_up_to(file, TOKEN_BYTES_MAX).map_err(Failure::refused(
        Ending::Wrong,
        SystemAction::Read,
        file.display(),
    ))?;
    Ok(Some(String::from_utf8_lossy(&bytes).trim().to_owned()))
}
