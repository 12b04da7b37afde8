//! XML as lines, an element on each, as the tools write it: takes names and values, gives the text.

use std::fmt::{Display, Write as _};

/// Lines of XML, indented by the depth of their elements.
#[derive(Debug)]
pub(crate) struct XmlLines {
    pub(crate) text: String,
    indent: String,
    /// What each level adds to the indentation.
    step: &'static str,
}

impl XmlLines {
    /// No line yet; all will have this indentation.
    pub(crate) fn new(indent: &str, step: &'static str) -> Self {
        Self { text: String::new(), indent: indent.to_owned(), step }
    }

    /// An element with children; `name` may include attributes.
    pub(crate) fn within(&mut self, name: &str, inner: impl FnOnce(&mut Self)) {
        self.line(&format!("<{name}>"));
        self.indent.push_str(self.step);
        inner(self);
        self.indent.truncate(self.indent.len() - self.step.len());
        self.line(&format!("</{}>", name.split(' ').next().unwrap_or(name)));
    }

    /// An element with a value, which is escaped.
    pub(crate) fn put(&mut self, name: &str, value: impl Display) {
        let value = escaped(&value.to_string());
        let end = name.split(' ').next().unwrap_or(name);
        self.line(&format!("<{name}>{value}</{end}>"));
    }

    pub(crate) fn line(&mut self, text: &str) {
        let done = writeln!(self.text, "{}{text}", self.indent);
        done.expect("a string takes everything");
    }
}

/// A text escaped for XML; characters that XML does not allow are replaced.
pub(crate) fn escaped(text: &str) -> String {
    let odd = |c: char| c < ' ' && !"\t\n\r".contains(c) || matches!(c, '\u{fffe}' | '\u{ffff}');
    let plain = text.replace(odd, "\u{fffd}");
    quick_xml::escape::escape(plain).into_owned()
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_path_cannot_break_the_document() {
        assert_eq!(
            super::escaped("a&b<\"c\">'\u{1}"),
            "a&amp;b&lt;&quot;c&quot;&gt;&apos;\u{fffd}"
        );
    }
}
