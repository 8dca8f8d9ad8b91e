//! `--language`, or the language of the locale.

use clap::ValueEnum;
use phidelta_desk::Language;

/// The language of what people read.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
enum LanguageName {
    /// English
    En,
    /// Japanese
    Ja,
}

/// Which language was asked for.
#[derive(clap::Args, Clone, Copy, Debug)]
pub(crate) struct LanguageArg {
    /// Language of what people read [default: that of the locale]
    #[arg(long, value_name = "LANGUAGE")]
    language: Option<LanguageName>,
}

impl LanguageArg {
    /// The language to use.
    pub(crate) fn chosen(self) -> Language {
        match self.language {
            Some(LanguageName::En) => Language::En,
            Some(LanguageName::Ja) => Language::Ja,
            None => {
                let values = ["LC_ALL", "LC_MESSAGES", "LANG"].map(|name| std::env::var(name).ok());
                Language::of_locale(values.iter().map(Option::as_deref))
            }
        }
    }
}
