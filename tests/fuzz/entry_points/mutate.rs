//! Mutations of texts: bits are flipped; pieces are deleted, duplicated and spliced; numbers and
//! words are replaced.

use super::support::Random;
use std::ops::Range;

/// Replacements for numbers.
const NUMBERS: [&str; 40] = [
    "0",
    "-0",
    "-0.0",
    "1",
    "-1",
    "2",
    "7",
    "64",
    "0.5",
    "1e-9",
    "1e-15",
    "1e-16",
    "1e-320",
    "5e-324",
    "1e15",
    "1.1e15",
    "-1e15",
    "1e60",
    "1e154",
    "1e300",
    "1e308",
    "1e309",
    "-1e309",
    "1e999999999",
    "nan",
    "-nan",
    "inf",
    "-inf",
    "4294967295",
    "4294967296",
    "10000001",
    "2147483648",
    "9007199254740993",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "1000000000000",
    "340282366920938463463374607431768211456",
    "0xffff_ffff_ffff_ffff_ffff_ffff_ffff_ffff_ffff",
];

/// Texts that are inserted anywhere.
const PIECES: [&str; 20] = [
    "[",
    "]",
    "{",
    "}",
    "\"",
    "'",
    "'''",
    ",",
    "=",
    "\n",
    "#",
    "\\u0000",
    "\\ud800",
    "\u{feff}",
    "\u{0}",
    "null",
    "true",
    "1979-05-27T07:32:00Z",
    "[[bodies]]\n",
    "changes = []\n",
];

/// A text with some mutations. Pieces of `other` are spliced in; `words` are replacements for
/// words.
pub(crate) fn mutated(text: &str, other: &str, words: &[&str], random: &mut Random) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..1 + random.below(4) {
        mutate(&mut bytes, other.as_bytes(), words, random);
    }
    bytes
}

fn mutate(bytes: &mut Vec<u8>, other: &[u8], words: &[&str], random: &mut Random) {
    match random.below(12) {
        0 => {
            let at = random_index(bytes.len(), random);
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << random.below(8);
            }
        }
        1 => drop(bytes.drain(random_range(bytes.len(), 16, random))),
        2 => {
            let double = bytes[random_range(bytes.len(), 64, random)].to_vec();
            insert_anywhere(bytes, &double, random);
        }
        3 => {
            let from_other = &other[random_range(other.len(), 64, random)];
            insert_anywhere(bytes, from_other, random);
        }
        4 => {
            let new = random.of(&PIECES);
            insert_anywhere(bytes, new.as_bytes(), random);
        }
        5 => {
            // Nesting deeper than any recursion limit.
            let deep = random.of(&["[", "{a=", "{\"a\":", "a.", "[[a"]);
            let times = random.of(&[60, 130, 3000]);
            insert_anywhere(bytes, deep.repeat(times).as_bytes(), random);
        }
        6 => {
            let line = random_line(bytes, random);
            bytes.drain(line);
        }
        7 => {
            let line = bytes[random_line(bytes, random)].to_vec();
            insert_anywhere(bytes, &line, random);
        }
        8 | 9 => replace_run(
            bytes,
            random,
            |byte| byte.is_ascii_digit() || b"+-.eE_".contains(&byte),
            &NUMBERS,
        ),
        10 => replace_run(bytes, random, |byte| byte.is_ascii_alphabetic() || byte == b'_', words),
        _ => {
            let is_value = |byte: u8| !b" \n\t,=:[]{}".contains(&byte);
            replace_run(bytes, random, is_value, &NUMBERS);
        }
    }
}

fn random_index(length: usize, random: &mut Random) -> usize {
    random.below(length.max(1) as u64) as usize
}

fn random_range(length: usize, longest: u64, random: &mut Random) -> Range<usize> {
    let begin = random_index(length, random);
    begin.min(length)..(begin + random.below(longest) as usize).min(length)
}

fn insert_anywhere(bytes: &mut Vec<u8>, new: &[u8], random: &mut Random) {
    let at = random_index(bytes.len() + 1, random);
    bytes.splice(at..at, new.iter().copied());
}

fn random_line(bytes: &[u8], random: &mut Random) -> Range<usize> {
    let at = random_index(bytes.len(), random).min(bytes.len());
    let begin = bytes[..at]
        .iter()
        .rposition(|byte| *byte == b'\n')
        .map_or(0, |found| found + 1);
    let end = bytes[at..]
        .iter()
        .position(|byte| *byte == b'\n')
        .map_or(bytes.len(), |found| at + found);
    begin..end
}

/// Replaces a run of bytes of a kind by one of several texts.
fn replace_run(bytes: &mut Vec<u8>, random: &mut Random, is_kind: impl Fn(u8) -> bool, choices: &[&str]) {
    let at = random_index(bytes.len(), random).min(bytes.len());
    let Some(begin) = bytes[at..].iter().position(|byte| is_kind(*byte)).map(|found| at + found) else {
        return;
    };
    let begin = bytes[..begin]
        .iter()
        .rposition(|byte| !is_kind(*byte))
        .map_or(0, |found| found + 1);
    let end = bytes[begin..]
        .iter()
        .position(|byte| !is_kind(*byte))
        .map_or(bytes.len(), |found| begin + found);
    let new = random.of(choices);
    bytes.splice(begin..end, new.bytes());
}
