//! The English messages of the catalogue as prose: takes Fluent, gives one paragraph for each message.

use fluent_syntax::ast::{Entry, Expression, Pattern, PatternElement};

/// The texts of a file, with an empty line between them; a value counts as one word, and of a choice only the default counts.
pub(super) fn prose(text: &str) -> String {
    let resource = fluent_syntax::parser::parse(text).unwrap_or_else(|(read, _)| read);
    let mut paragraphs = Vec::new();
    for entry in &resource.body {
        let Entry::Message(message) = entry else { continue };
        let attributes = message.attributes.iter().map(|attribute| &attribute.value);
        paragraphs.extend(message.value.iter().chain(attributes).map(words));
    }
    paragraphs.join("\n\n")
}

fn words(pattern: &Pattern<&str>) -> String {
    let word = |element: &PatternElement<&str>| match element {
        PatternElement::TextElement { value } => value.replace('\n', " "),
        PatternElement::Placeable { expression: Expression::Inline(_) } => "N".to_owned(),
        PatternElement::Placeable { expression: Expression::Select { variants, .. } } => {
            let default = variants.iter().find(|variant| variant.default);
            default.map_or(String::new(), |variant| words(&variant.value))
        }
    };
    pattern.elements.iter().map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::prose;

    #[test]
    fn a_message_is_a_paragraph_and_a_choice_is_read_once() {
        let text = "### A file.\n\n# Where it stands.\n# $n (count): disks\nfew = { $n ->\n        [one] One disk\n       *[other] { $n } disks\n    } failed.\n    .why = It\n        matters.\n";
        assert_eq!(prose(text), "N disks failed.\n\nIt matters.");
    }
}
