//! The table of weights in a variant's source, read and written in place: numbers change, comments and layout stay.
//!
//! A group's weights are the pairs of whole numbers in the brackets behind its name, as `row(Tempo, "side to move", &[(20, 12)])`.

use crate::game::InputError;
use crate::game::weights::Family;
use std::ops::Range;

/// A weight: middle game and end game, in centipawns.
pub type Pair = (i32, i32);

/// Reads the weights of all groups, one group after the other.
///
/// # Errors
/// A group that is not there or has another number of weights.
pub fn read(source: &str, families: &[Family]) -> Result<Vec<Pair>, InputError> {
    Ok(places(source, families)?.into_iter().map(|(_, pair)| pair).collect())
}

/// Are the weights in the source those of this program? Otherwise what it writes there would undo another's work.
///
/// # Errors
/// A group that is not there, or whose weights are others.
pub fn check(source: &str, families: &[Family]) -> Result<(), InputError> {
    let weights = read(source, families)?;
    let mut rest = weights.as_slice();
    for family in families {
        let (own, others) = rest.split_at(family.weights.len());
        if own != family.weights {
            let reason = "the weights there are not this program's; build it anew first";
            return Err(InputError::new("group", family.name, reason));
        }
        rest = others;
    }
    Ok(())
}

/// The source with other weights in it, which are as many as the groups have.
///
/// # Errors
/// A group that is not there or has another number of weights.
pub fn write(source: &str, families: &[Family], weights: &[Pair]) -> Result<String, InputError> {
    let mut places: Vec<_> = places(source, families)?.into_iter().zip(weights).collect();
    places.sort_by_key(|((place, _), _)| place.start);
    let (mut text, mut done) = (String::with_capacity(source.len()), 0);
    for ((place, old), &(middle, end)) in places {
        text.push_str(&source[done..place.start]);
        if old == (middle, end) {
            text.push_str(&source[place.clone()]);
        } else {
            text.push_str(&format!("({middle}, {end})"));
        }
        done = place.end;
    }
    Ok(text + &source[done..])
}

/// Where the weights of all groups stand, and what they are.
fn places(source: &str, families: &[Family]) -> Result<Vec<(Range<usize>, Pair)>, InputError> {
    let mut all = Vec::new();
    for family in families {
        let pairs = pairs(source, family.name).map_err(|reason| InputError::new("group", family.name, reason))?;
        if pairs.len() != family.weights.len() {
            let reason = format!("has {} weights there, and {} in this program", pairs.len(), family.weights.len());
            return Err(InputError::new("group", family.name, reason));
        }
        all.extend(pairs);
    }
    Ok(all)
}

/// The pairs in the brackets behind the name of a group.
fn pairs(source: &str, name: &str) -> Result<Vec<(Range<usize>, Pair)>, String> {
    let head = format!("\"{name}\", &[");
    let mut heads = source.match_indices(&head);
    let (Some((start, _)), None) = (heads.next(), heads.next()) else {
        return Err(format!("must stand there exactly once, as {head}...])"));
    };
    let mut at = start + head.len();
    let mut found = Vec::new();
    loop {
        let rest = &source[at..];
        let next = rest.find(['(', ']', '/']).ok_or("has no end")?;
        at += next;
        match &rest[next..=next] {
            "]" => return Ok(found),
            // A comment, to the end of its line.
            "/" => at += rest[next..].find('\n').ok_or("has no end")?,
            _ => {
                let end = at + 1 + rest[next..].find(')').ok_or("has no end")?;
                let text = &source[at..end];
                let numbers = text[1..text.len() - 1].split_once(',');
                let pair = numbers.and_then(|(a, b)| Some((a.trim().parse().ok()?, b.trim().parse().ok()?)));
                found.push((at..end, pair.ok_or_else(|| format!("has {text}, which is no pair of whole numbers"))?));
                at = end;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::registry;
    use std::fs;
    use std::path::Path;

    const FRUIT: [Family; 2] =
        [Family { name: "apples", weights: &[(1, 2), (-3, 4)] }, Family { name: "pears", weights: &[(5, 6)] }];

    const SOURCE: &str = "// Fruit (all).\nrow(Pear, \"pears\", &[(5, 6)]),\nrow(Apple, \"apples\", &[ // (0, 0)\n    (1, 2), // [one] (9, 9)\n    (-3, 4),\n]),\n";

    #[test]
    fn numbers_change_and_all_else_stays() {
        assert_eq!(read(SOURCE, &FRUIT), Ok(vec![(1, 2), (-3, 4), (5, 6)]));
        let weights = [(1, 2), (30, -41), (7, 8)];
        let written = write(SOURCE, &FRUIT, &weights).unwrap();
        assert_eq!(written, SOURCE.replace("(5, 6)", "(7, 8)").replace("(-3, 4)", "(30, -41)"));
        assert_eq!(read(&written, &FRUIT), Ok(weights.to_vec()));
    }

    #[test]
    fn a_table_of_another_program_is_told_by_its_first_group() {
        assert_eq!(check(SOURCE, &FRUIT), Ok(()));
        for (old, new, group) in [("(-3, 4)", "(-3, 5)", "apples"), ("(5, 6)", "(0, 6)", "pears")] {
            let message = check(&SOURCE.replace(old, new), &FRUIT).unwrap_err().to_string();
            assert_eq!(message, format!("group \"{group}\": the weights there are not this program's; build it anew first"));
        }
        assert!(check("", &FRUIT).is_err());
    }

    #[test]
    fn faults_are_named() {
        for (source, message) in [
            (SOURCE.replace("pears", "plums"), "group \"pears\": must stand there exactly once, as \"pears\", &[...])"),
            (SOURCE.repeat(2), "group \"apples\": must stand there exactly once, as \"apples\", &[...])"),
            (SOURCE.replace("    (1, 2),", ""), "group \"apples\": has 1 weights there, and 2 in this program"),
            (SOURCE.replace("(1, 2)", "(1, x)"), "group \"apples\": has (1, x), which is no pair of whole numbers"),
            (SOURCE.replace("(1, 2)", "(1)"), "group \"apples\": has (1), which is no pair of whole numbers"),
            (SOURCE.replace("]),\n", ""), "group \"apples\": has no end"),
            (SOURCE.replace("(-3, 4),\n]),\n", "(-3, 4"), "group \"apples\": has no end"),
        ] {
            assert_eq!(read(&source, &FRUIT).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn the_table_of_every_variant_is_read_from_its_source() {
        for variant in registry::VARIANTS {
            let path = format!("src/variants/{}/eval/weights.rs", variant.info.name);
            let source = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
            let families = (variant.referee)().families();
            let compiled: Vec<Pair> = families.iter().flat_map(|family| family.weights).copied().collect();
            assert_eq!(read(&source, &families).as_ref(), Ok(&compiled), "{}", variant.info.name);
            assert_eq!(write(&source, &families, &compiled), Ok(source));
        }
    }
}
