import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { PartSums } from '../../../../srv/admin/operations/dump-rows.ts'

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

test('sums are the same however the bytes are cut, and the sum of lines in any order', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.string({
          unit: fc.oneof(
            fc.constantFrom('"', '\n', '\r', ','),
            fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
          ),
        }),
      ),
      fc.array(fc.nat()),
      (texts, cuts) => {
        const records = texts.map((text) => `"${text.replaceAll('"', '""')}",1\r\n`)
        const all = ['a,b\r\n', ...records].join('')
        const whole = sums(all)
        expect(whole).toMatchObject({ rows: records.length, bytes: Buffer.byteLength(all) })
        expect(whole.sha256).toBe(createHash('sha256').update(all).digest('hex'))
        expect(sums(all, cuts)).toEqual(whole)
        expect(sums(['a,b\r\n', ...records.toReversed()].join('')).lineSum).toBe(whole.lineSum)
        if (records.length > 0) expect(sums(['a,b\r\n', ...records.slice(1)].join('')).lineSum).not.toBe(whole.lineSum)
      },
    ),
  )
})
