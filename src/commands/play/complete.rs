//! What can be typed: completions, and the word that was probably meant.

/// All that the rest of a line can be completed to.
#[derive(Clone, Default, Debug)]
pub struct Known {
    /// The commands, and what can follow each of them.
    pub commands: Vec<(&'static str, Vec<String>)>,
    /// Moves in all their forms; where orders are built, their parts.
    pub moves: Vec<String>,
    /// Are orders built of parts between commas?
    pub built: bool,
}

impl Known {
    /// The place in the line from which it is completed, and what may stand from there on.
    pub fn complete(&self, line: &str) -> (usize, Vec<String>) {
        let start = line.len() - line.trim_start().len();
        let typed = &line[start..];
        if let Some((word, rest)) = typed.split_once(' ') {
            let found = self.commands.iter().find(|(name, _)| *name == word);
            let start = line.len() - rest.trim_start().len();
            return (start, found.map_or_else(Vec::new, |(_, next)| beginning(next, rest.trim_start())));
        }
        if let Some(comma) = typed.rfind(',').filter(|_| self.built) {
            return (start + comma + 1, beginning(&self.moves, &typed[comma + 1..]));
        }
        let mut found = beginning(&self.moves, typed);
        found.extend(self.commands.iter().filter(|(name, _)| name.starts_with(typed)).map(|&(name, _)| name.to_owned()));
        (start, found)
    }
}

fn beginning(words: &[String], start: &str) -> Vec<String> {
    words.iter().filter(|word| word.starts_with(start)).cloned().collect()
}

/// The word that is most like a mistyped one, if any is.
pub fn meant<'w>(typed: &str, words: impl Iterator<Item = &'w str>) -> Option<&'w str> {
    // Only the beginning of a long word is compared.
    let typed: String = typed.chars().take(20).collect::<String>().to_lowercase();
    let near = words.map(|word| (strsim::damerau_levenshtein(&typed, word), word));
    let most = 1 + typed.chars().count() / 4;
    near.min_by_key(|&(distance, _)| distance).filter(|&(distance, _)| distance <= most).map(|(_, word)| word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(built: bool) -> Known {
        let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        let commands = vec![("moves", words(&["e2", "e4", "d2"])), ("hint", Vec::new())];
        Known { commands, moves: words(&["e2e4", "e4", "Nf3", "h4"]), built }
    }

    #[test]
    fn moves_commands_and_their_words_are_completed() {
        assert_eq!(known(false).complete("e"), (0, vec!["e2e4".into(), "e4".into()]));
        assert_eq!(known(false).complete("  h"), (2, vec!["h4".into(), "hint".into()]));
        assert_eq!(known(false).complete("moves  e"), (7, vec!["e2".into(), "e4".into()]));
        assert_eq!(known(false).complete("moves "), (6, vec!["e2".into(), "e4".into(), "d2".into()]));
        assert_eq!(known(false).complete("hint x").1, Vec::<String>::new());
        assert_eq!(known(false).complete("x,e").1, Vec::<String>::new());
        assert_eq!(known(true).complete("x,e"), (2, vec!["e2e4".into(), "e4".into()]));
        assert_eq!(known(true).complete("").1.len(), 6);
    }

    #[test]
    fn the_word_that_was_meant() {
        let words = ["hint", "moves", "resign", "side"];
        let meant = |typed: &str| meant(typed, words.into_iter());
        assert_eq!((meant("hnit"), meant("MOVE"), meant("resing")), (Some("hint"), Some("moves"), Some("resign")));
        assert_eq!((meant("xyzzy"), meant(""), meant(&"x".repeat(1 << 20))), (None, None, None));
    }
}
