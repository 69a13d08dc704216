import fc from 'fast-check'
import { decodeCesu8, encodeCesu8 } from '../../../../../srv/admin/database/hana/values.ts'
import { fromCesu8, toCesu8 } from '../../../../support/hana-socket/internals.ts'

/** Texts with much of what the two spellings differ in, and with what looks like it. */
const texts = fc.string({ unit: fc.constantFrom('a', 'é', '€', '퟿', '', '가', '👑', '𐀀', '\u{10ffff}', '\0') })

test('texts are written and read as the driver does it', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(encodeCesu8(text)).toEqual(toCesu8(text))
      expect(decodeCesu8(toCesu8(text))).toBe(text)
      expect(fromCesu8(encodeCesu8(text))).toBe(text)
    }),
  )
})

test('UTF-8 is read as well', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(decodeCesu8(Buffer.from(text))).toBe(text)
    }),
  )
})

test('whatever is read, nothing is thrown', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect(typeof decodeCesu8(Buffer.from(bytes))).toBe('string')
    }),
  )
})
