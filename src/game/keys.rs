//! Hash keys: fixed pseudo-random numbers that are the same on every machine and in every build.

/// One step of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
pub const fn splitmix64(seed: u64) -> u64 {
    let z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A table of `N` keys; tables of different `salt` have nothing in common.
pub const fn table<const N: usize>(salt: u64) -> [u64; N] {
    let mut keys = [0; N];
    let mut state = splitmix64(salt.wrapping_mul(0x5851_f42d_4c95_7f2d));
    let mut i = 0;
    while i < N {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        keys[i] = splitmix64(state);
        i += 1;
    }
    keys
}

/// The named generator of the engine: a SplitMix64 stream. Its numbers never change between versions.
#[derive(Clone, Debug)]
pub struct SplitMix(u64);

impl SplitMix {
    /// The stream of a seed.
    pub const fn new(seed: u64) -> SplitMix {
        SplitMix(seed)
    }

    /// The next 64 random bits.
    pub const fn next(&mut self) -> u64 {
        let out = splitmix64(self.0);
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        out
    }

    /// A number below `bound`, which is not zero. The bias is below `bound` / 2^64.
    pub const fn below(&mut self, bound: usize) -> usize {
        ((self.next() as u128 * bound as u128) >> 64) as usize
    }

    /// Puts things into a random order (Fisher and Yates).
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}
