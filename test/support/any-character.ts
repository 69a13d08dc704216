import fc from 'fast-check'

/** Numbers that stand for halves of characters only. */
const [FIRST_HALF, HALVES] = [0xd800, 0x800]

/**
 * Any character, as the unit of `fc.string`: like its own `binary`, for which fast-check first lists the million of them, which
 * takes a second.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.nat(0x10_ffff - HALVES).map(
  (index) => String.fromCodePoint(index < FIRST_HALF ? index : index + HALVES),
  (text) => {
    if (typeof text !== 'string' || !text.isWellFormed() || [...text].length !== 1) throw new Error('no character')
    const number = text.codePointAt(0)!
    return number < FIRST_HALF ? number : number - HALVES
  },
)
