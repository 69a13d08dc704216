import fc from 'fast-check'
import { LineIndex } from '../../../../../srv/admin/database/postgres/load.ts'

test('each row knows its line, however the lines are spread over parts', () => {
  const parts = fc.array(fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 6 }), { maxLength: 6 })
  fc.assert(
    fc.property(parts, (steps) => {
      const index = new LineIndex()
      const lines: number[] = []
      let line = 1
      for (const part of steps) {
        const start = lines.length
        for (const step of part) lines.push((line += step))
        index.add(Uint32Array.from(lines.slice(start)))
      }
      expect(lines.map((_, row) => index.lineOf(row))).toEqual(lines)
    }),
  )
})
