/**
 * Texts as HANA stores them: CESU-8, which writes each half of a surrogate pair as if it were a character of its own.
 *
 * @see https://www.unicode.org/reports/tr26/
 */

/** In UTF-8 and CESU-8 alike only U+D000 to U+DFFF begin with it; from here on the second byte is that of a surrogate. */
const LEAD = 0xed
const FIRST_SURROGATE = 0xa0

/** The text of bytes in CESU-8; what is in UTF-8 is read as well. */
export const decodeCesu8 = (bytes: Buffer): string => {
  const parts: string[] = []
  let start = 0
  for (let at = bytes.indexOf(LEAD); at >= 0; at = bytes.indexOf(LEAD, at + 1)) {
    const [second = 0, third = 0] = bytes.subarray(at + 1, at + 3)
    if (second < FIRST_SURROGATE) continue
    parts.push(bytes.toString('utf8', start, at), String.fromCharCode(0xd000 | ((second & 0x3f) << 6) | (third & 0x3f)))
    start = at + 3
  }
  return parts.length === 0 ? bytes.toString('utf8') : parts.join('') + bytes.toString('utf8', start)
}

const SURROGATES = /[\ud800-\udfff]/

export const encodeCesu8 = (text: string): Buffer => {
  if (!SURROGATES.test(text)) return Buffer.from(text)
  const parts = text.split(/([\ud800-\udfff])/)
  return Buffer.concat(parts.map((part) => (SURROGATES.test(part) ? half(part.charCodeAt(0)) : Buffer.from(part))))
}

const half = (code: number): Buffer => Buffer.of(LEAD, 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f))
