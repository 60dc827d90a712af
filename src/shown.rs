//! Values as messages print them: numbers short, and so that they read back to the same bits.

use nalgebra::{Matrix3, Vector3};

/// How a message prints a value: the one place where numbers in messages are formatted.
///
/// A number is printed with as few digits as read back to the same bits: plain, or with an exponent
/// where that is shorter by three characters or more.
///
/// ```
/// use kinesweep::scene::limits::Shown;
/// assert_eq!([1e300, 0.5, 1.0, 1e-15].map(|number| number.shown()), ["1e300", "0.5", "1", "1e-15"]);
/// ```
pub trait Shown {
    /// The value, as a message prints it.
    fn shown(&self) -> String;
}

impl Shown for f64 {
    fn shown(&self) -> String {
        /// Characters that an exponent must spare: 0.001 and 1000 read better than 1e-3 and 1e3.
        const WORTH: usize = 3;
        let (plain, short) = (self.to_string(), format!("{self:e}"));
        match self.is_finite() && plain.len() >= short.len() + WORTH {
            true => short,
            false => plain,
        }
    }
}

impl Shown for Vector3<f64> {
    fn shown(&self) -> String {
        format!("[{}, {}, {}]", self.x.shown(), self.y.shown(), self.z.shown())
    }
}

/// The diagonal of a diagonal matrix; else the rows.
impl Shown for Matrix3<f64> {
    fn shown(&self) -> String {
        if *self == Self::from_diagonal(&self.diagonal()) {
            return self.diagonal().shown();
        }
        let rows: Vec<String> = self.row_iter().map(|row| row.transpose().shown()).collect();
        format!("[{}]", rows.join(", "))
    }
}

impl<T: Shown + ?Sized> Shown for &T {
    fn shown(&self) -> String {
        (*self).shown()
    }
}

macro_rules! shown_as_displayed {
    ($($kind:ty),*) => {
        $(impl Shown for $kind {
            fn shown(&self) -> String {
                self.to_string()
            }
        })*
    };
}

shown_as_displayed!(
    str, String, bool, u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize
);

/// A share, to four digits.
pub(crate) fn share(value: f64) -> String {
    match value.abs() < 1e9 {
        true => format!("{value:.4}"),
        false => format!("{value:.4e}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_read_back_to_the_same_bits() {
        let mut bits: u64 = 0x9e37_79b9_7f4a_7c15;
        let random = (0..2000).map(|_| {
            bits = bits.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            f64::from_bits(bits)
        });
        let ends = [
            f64::MAX,
            f64::MIN_POSITIVE,
            5e-324,
            1e9,
            1e9_f64.next_down(),
            1e-4,
            1e-4_f64.next_down(),
        ];
        for number in random.chain(ends).filter(|number| number.is_finite()) {
            for number in [number, -number] {
                let text = number.shown();
                assert!(text.len() <= 26, "{text}");
                assert_eq!(text.parse::<f64>().unwrap().to_bits(), number.to_bits(), "{text}");
            }
        }
    }

    #[test]
    fn numbers_are_plain_where_people_write_them_so() {
        for (number, text) in [
            (0.0, "0"),
            (1.0, "1"),
            (-0.5, "-0.5"),
            (0.0001, "0.0001"),
            (0.00001, "1e-5"),
            (123_456_789.25, "123456789.25"),
            (1000.0, "1000"),
            (240_000.0, "240000"),
            (1e6, "1e6"),
            (1e9, "1e9"),
            (1e15, "1e15"),
            (-1e300, "-1e300"),
            (f64::NAN, "NaN"),
            (f64::NEG_INFINITY, "-inf"),
        ] {
            assert_eq!(number.shown(), text);
        }
        assert_eq!(Vector3::new(1e300, 0.0, -2.5).shown(), "[1e300, 0, -2.5]");
        assert_eq!([share(0.25), share(1e300)], ["0.2500", "1.0000e300"]);
    }
}
