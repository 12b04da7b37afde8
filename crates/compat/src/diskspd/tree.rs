//! The elements of a small XML document with their byte ranges; no custom entities, limited depth.

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use std::ops::Range;

/// The deepest nesting of elements that is accepted; a profile needs seven, results need nine.
const DEPTH_MAX: usize = 64;

#[derive(Clone, Debug, Default)]
pub(super) struct Element {
    pub(super) name: String,
    pub(super) attributes: Vec<(String, String)>,
    /// Its own text, without that of its children.
    pub(super) text: String,
    pub(super) children: Vec<Element>,
    /// The bytes from the start of its start tag to the end of its end tag.
    pub(super) span: Range<usize>,
    /// The lines of the document before it.
    pub(super) lines_before: usize,
}

impl Element {
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    pub(super) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Self> {
        self.children.iter().filter(move |child| child.name == name)
    }

    pub(super) fn child(&self, name: &str) -> Option<&Self> {
        self.children.iter().find(|child| child.name == name)
    }

    /// The text of its first child of a name, without the space around it; empty without such a child.
    pub(super) fn text_of(&self, name: &str) -> &str {
        self.child(name).map_or("", |child| child.text.trim())
    }
}

/// The place in a text that is not valid XML, and the reason.
type XmlProblem = (Range<usize>, String);

/// The root element of a document. An unknown entity becomes the character `unknown`; without one it is a problem.
pub(super) fn read(text: &str, unknown: Option<char>) -> Result<Element, XmlProblem> {
    let mut reader = Reader::from_str(text);
    let mut open: Vec<Element> = Vec::new();
    let mut root = None;
    let mut lines_before = 0;
    loop {
        let start = place(text, reader.buffer_position());
        let event = reader.read_event();
        let end = place(text, reader.buffer_position());
        let wrong = |why: &str| (start..end, why.to_owned());
        let event = event.map_err(|e| {
            let at = place(text, reader.error_position());
            (at..at.max(end), e.to_string())
        })?;
        let element = |tag| {
            let element = element(tag, start..end).map_err(|why| wrong(&why))?;
            Ok(Element { lines_before, ..element })
        };
        let closed = match event {
            Event::Start(tag) => {
                let element = element(&tag)?;
                if open.len() == DEPTH_MAX {
                    let name = element.name;
                    return Err(wrong(&format!(
                        "<{name}> is nested deeper than {DEPTH_MAX} elements"
                    )));
                }
                open.push(element);
                None
            }
            Event::Empty(tag) => Some(element(&tag)?),
            Event::End(_) => open.pop().map(|mut element| {
                element.span.end = end;
                element
            }),
            Event::Eof => break,
            Event::DocType(_) => return Err(wrong("a document type is not allowed")),
            other => {
                add_text(&other, open.last_mut(), unknown).map_err(|why| wrong(&why))?;
                None
            }
        };
        lines_before += text[start..end].matches('\n').count();
        let Some(closed) = closed else { continue };
        match open.last_mut() {
            Some(parent) => parent.children.push(closed),
            None if root.is_none() => root = Some(closed),
            None => return Err((closed.span, "there is a second outer element".to_owned())),
        }
    }
    if let Some(unfinished) = open.pop() {
        return Err((unfinished.span, format!("<{}> does not end", unfinished.name)));
    }
    root.ok_or_else(|| (0..0, "there is no element".to_owned()))
}

/// A byte offset into the text, moved back to a character boundary.
fn place(text: &str, position: u64) -> usize {
    let mut at = usize::try_from(position).unwrap_or(usize::MAX).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn element(tag: &BytesStart<'_>, span: Range<usize>) -> Result<Element, String> {
    let mut attributes = Vec::new();
    for attribute in tag.attributes() {
        let attribute = attribute.map_err(|e| e.to_string())?;
        attributes.push((attribute.key.as_ref().to_owned(), attribute.value.clone().into_owned()));
    }
    Ok(Element { name: tag.name().as_ref().to_owned(), attributes, span, ..Element::default() })
}

fn add_text(
    event: &Event<'_>,
    element: Option<&mut Element>,
    unknown: Option<char>,
) -> Result<(), String> {
    let mut add = String::new();
    match event {
        Event::Text(text) => add.push_str(text),
        Event::CData(text) => add.push_str(text),
        Event::GeneralRef(name) => {
            let known = match name.as_ref() {
                "amp" => Some('&'),
                "lt" => Some('<'),
                "gt" => Some('>'),
                "quot" => Some('"'),
                "apos" => Some('\''),
                _ => match name.resolve_char_ref() {
                    Err(e) if unknown.is_none() => return Err(e.to_string()),
                    found => found.ok().flatten(),
                },
            };
            let name: &str = name;
            add.push(known.or(unknown).ok_or_else(|| format!("&{name}; is not a known entity"))?);
        }
        _ => return Ok(()),
    }
    match element {
        Some(element) => element.text.push_str(&add),
        None if add.trim().trim_start_matches('\u{feff}').is_empty() => {}
        None => return Err("there is text outside of the elements".to_owned()),
    }
    Ok(())
}
