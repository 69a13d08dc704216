import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { PartSums } from '../../../../srv/admin/operations/part-sums.ts'

const sums = (text: string, cuts: readonly number[] = []): ReturnType<PartSums['end']> => {
  const bytes = Buffer.from(text)
  const all = new PartSums()
  let start = 0
  for (const cut of [...cuts.map((each) => each % (bytes.length + 1)), bytes.length].sort((a, b) => a - b)) {
    // Memory that is somebody else's by the time that more comes.
    const part = Buffer.from(bytes.subarray(start, cut))
    all.add(part)
    part.fill(0)
    start = cut
  }
  return all.end()
}

test('sums are the same however the bytes are cut, and the sum of rows in any order', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.array(fc.nat()), (texts, cuts) => {
      const lines = texts.map((text) => `${JSON.stringify(text)}\n`)
      const whole = sums(lines.join(''))
      expect(whole).toMatchObject({ rows: lines.length, bytes: Buffer.byteLength(lines.join('')) })
      expect(whole.sha256).toBe(createHash('sha256').update(lines.join('')).digest('hex'))
      expect(sums(lines.join(''), cuts)).toEqual(whole)
      expect(sums(lines.toReversed().join('')).rowSum).toBe(whole.rowSum)
      if (lines.length > 0) expect(sums(lines.slice(1).join('')).rowSum).not.toBe(whole.rowSum)
    }),
  )
})
