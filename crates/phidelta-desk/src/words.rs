//! The words for people, in two languages: all that solve, check, tree and compose say.
//!
//! Labels are in [`labels`], sentences here; nothing outside this folder has words of its own. Moves are
//! words of their game and stay as they are.

mod compose;
mod labels;
mod sentences;
mod standing;

use serde::{Deserialize, Serialize};

pub(crate) use compose::piece_and_square;
pub use labels::Labels;

/// A language of pages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Language {
    /// English
    #[default]
    En,
    /// Japanese
    Ja,
}

impl Language {
    /// All of them, each with its code.
    pub const ALL: [(&str, Language); 2] = [("en", Language::En), ("ja", Language::Ja)];

    /// Its code, as HTML writes it.
    pub fn code(self) -> &'static str {
        self.pick("en", "ja")
    }

    /// The language of a locale: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that says something, in
    /// this order.
    pub fn of_locale<'a>(variables: impl IntoIterator<Item = Option<&'a str>>) -> Language {
        let said = variables.into_iter().flatten().find(|value| !value.is_empty()).unwrap_or_default();
        let language = said.split(['_', '.', '@', '-']).next().unwrap_or_default();
        if language.eq_ignore_ascii_case("ja") { Language::Ja } else { Language::En }
    }

    /// A text in this language.
    pub(crate) fn pick(self, english: &'static str, japanese: &'static str) -> &'static str {
        match self {
            Language::En => english,
            Language::Ja => japanese,
        }
    }

    /// The labels of fields and columns.
    pub fn labels(self) -> &'static Labels {
        match self {
            Language::En => &labels::ENGLISH,
            Language::Ja => &labels::JAPANESE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_that_says_something_decides() {
        let of = |values: [&'static str; 3]| Language::of_locale(values.map(Some));
        assert_eq!(of(["", "", "ja_JP.UTF-8"]), Language::Ja);
        assert_eq!(of(["C", "ja_JP.UTF-8", "ja_JP.UTF-8"]), Language::En);
        assert_eq!(of(["", "ja", "en_GB"]), Language::Ja);
        assert_eq!(of(["", "", "jam_JM"]), Language::En);
        assert_eq!(Language::of_locale([None, None, None]), Language::En);
    }
}
