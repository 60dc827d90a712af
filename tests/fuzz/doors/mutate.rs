//! Mutations of texts: bits flipped, pieces deleted, doubled and spliced, numbers and words swapped for others.

use super::support::Random;
use std::ops::Range;

/// What numbers are swapped for.
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

/// What is put in anywhere.
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

/// A text with some mutations; `other` is what pieces are spliced in from, `words` what words are swapped for.
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
            let at = place(bytes.len(), random);
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << random.below(8);
            }
        }
        1 => drop(bytes.drain(piece(bytes.len(), 16, random))),
        2 => {
            let double = bytes[piece(bytes.len(), 64, random)].to_vec();
            put(bytes, &double, random);
        }
        3 => {
            let from_other = &other[piece(other.len(), 64, random)];
            put(bytes, from_other, random);
        }
        4 => {
            let new = random.of(&PIECES);
            put(bytes, new.as_bytes(), random);
        }
        5 => {
            // As deep as no recursion goes.
            let deep = random.of(&["[", "{a=", "{\"a\":", "a.", "[[a"]);
            let times = random.of(&[60, 130, 3000]);
            put(bytes, deep.repeat(times).as_bytes(), random);
        }
        6 => {
            let line = some_line(bytes, random);
            bytes.drain(line);
        }
        7 => {
            let line = bytes[some_line(bytes, random)].to_vec();
            put(bytes, &line, random);
        }
        8 | 9 => swap(
            bytes,
            random,
            |byte| byte.is_ascii_digit() || b"+-.eE_".contains(&byte),
            &NUMBERS,
        ),
        10 => swap(bytes, random, |byte| byte.is_ascii_alphabetic() || byte == b'_', words),
        _ => {
            let is_value = |byte: u8| !b" \n\t,=:[]{}".contains(&byte);
            swap(bytes, random, is_value, &NUMBERS);
        }
    }
}

fn place(length: usize, random: &mut Random) -> usize {
    random.below(length.max(1) as u64) as usize
}

fn piece(length: usize, longest: u64, random: &mut Random) -> Range<usize> {
    let begin = place(length, random);
    begin.min(length)..(begin + random.below(longest) as usize).min(length)
}

fn put(bytes: &mut Vec<u8>, new: &[u8], random: &mut Random) {
    let at = place(bytes.len() + 1, random);
    bytes.splice(at..at, new.iter().copied());
}

fn some_line(bytes: &[u8], random: &mut Random) -> Range<usize> {
    let at = place(bytes.len(), random).min(bytes.len());
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

/// Swaps a run of bytes of a kind for one of several texts.
fn swap(bytes: &mut Vec<u8>, random: &mut Random, is: impl Fn(u8) -> bool, choices: &[&str]) {
    let at = place(bytes.len(), random).min(bytes.len());
    let Some(begin) = bytes[at..].iter().position(|byte| is(*byte)).map(|found| at + found) else {
        return;
    };
    let begin = bytes[..begin]
        .iter()
        .rposition(|byte| !is(*byte))
        .map_or(0, |found| found + 1);
    let end = bytes[begin..]
        .iter()
        .position(|byte| !is(*byte))
        .map_or(bytes.len(), |found| begin + found);
    let new = random.of(choices);
    bytes.splice(begin..end, new.bytes());
}
