//! The one room where `unsafe` is allowed: processor instructions and a system call that the language offers no safe
//! name for. Each is compiled only where the build's target is known to have it.

#![allow(unsafe_code)]

/// Gathers the bits of `value` under `mask` at the low end (PEXT of BMI2).
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[inline(always)]
pub fn pext(value: u64, mask: u64) -> u64 {
    // SAFETY: the instruction is in the build's target (the cfg above), and it has no other condition.
    unsafe { std::arch::x86_64::_pext_u64(value, mask) }
}

/// Asks for the cache line of `value`, which is going to be read soon. Nothing happens on machines without a way to ask.
#[inline(always)]
pub fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch reads nothing and cannot fault, and SSE is part of every x86-64.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}

/// Asks the system to back large memory by large pages, of which it need hand out (and the processor remember) far fewer.
/// A wish: nothing happens where it cannot be granted.
pub fn wish_large_pages<T>(memory: &mut [T]) {
    #[cfg(target_os = "linux")]
    {
        /// A large page; less memory than that has no use for the wish.
        const LARGE: usize = 2 << 20;
        let bytes = std::mem::size_of_val(memory);
        let start = memory.as_mut_ptr().cast::<u8>();
        let skipped = start.align_offset(LARGE);
        if bytes >= skipped.saturating_add(LARGE) {
            // SAFETY: the range lies within `memory`, begins at a page, and the advice changes no contents.
            unsafe { libc::madvise(start.add(skipped).cast(), bytes - skipped, libc::MADV_HUGEPAGE) };
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = memory;
}

#[cfg(test)]
mod tests {
    #[test]
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    fn pext_gathers_the_bits_under_the_mask() {
        assert_eq!(super::pext(0b1010_0110, 0b1111_0000), 0b1010);
        assert_eq!(super::pext(u64::MAX, 1 << 63 | 1), 0b11);
    }

    #[test]
    fn a_wish_for_large_pages_changes_nothing() {
        for length in [0, 1, 1 << 19, 3 << 20] {
            let mut memory: Vec<u64> = (0..length).collect();
            super::wish_large_pages(&mut memory);
            assert!(memory.iter().copied().eq(0..length));
        }
    }
}
