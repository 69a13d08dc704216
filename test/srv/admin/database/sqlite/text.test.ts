import fc from 'fast-check'
import { readText, type RawRow } from '../../../../../srv/admin/database/sqlite/text.ts'
import type { TextFormat } from '../../../../../srv/admin/core/transfer/file-format.ts'

const columns = ['id', 'note'].map((name) => ({ name, kind: 'other' as const }))
const FORMATS: TextFormat[] = [
  { type: 'csv', columns, delimiter: ',', nullValue: '', escapeFormulas: false },
  { type: 'json', columns, escapeFormulas: false },
  { type: 'ndjson', columns, escapeFormulas: false },
]
const CHUNK = 131_072

const read = (rows: Iterable<RawRow>, format: TextFormat, limit = Infinity) => {
  const chunks = [...readText(rows, format, { rowLimit: limit, isUtf8: () => true })]
  const texts = chunks.map(({ text }) => Buffer.from(text).toString())
  return { chunks, text: texts.filter((text) => text !== '').join(format.type === 'json' ? ',' : '') }
}

const expected = (rows: readonly [bigint, string][], { type }: TextFormat): string => {
  if (type === 'csv') return rows.map(([id, note]) => `${id},"${note}"\r\n`).join('')
  const objects = rows.map(([id, note]) => JSON.stringify({ id: Number(id), note }))
  return type === 'json' ? objects.join(',') : objects.map((each) => `${each}\n`).join('')
}

describe.each(FORMATS)('as $type', (format) => {
  test('every row comes once, whatever its length and its characters', () => {
    const note = fc
      .tuple(fc.constantFrom(',', ',ß', ',→', ',😀'), fc.oneof(fc.nat(40), fc.nat(3 * CHUNK)))
      .map(([text, length]) => text.repeat(1 + length / text.length))
    fc.assert(
      fc.property(fc.array(note, { maxLength: 100 }), (notes) => {
        const rows = notes.map((each, index): [bigint, string] => [BigInt(index), each])
        const { chunks, text } = read(structuredClone(rows), format)
        expect(text).toBe(expected(rows, format))
        expect(chunks.reduce((sum, { rowCount }) => sum + rowCount, 0)).toBe(rows.length)
      }),
      { numRuns: 30 },
    )
  })

  test('chunks are of one size, and end with a row', () => {
    const rows = Array.from({ length: 20_000 }, (_, id): [bigint, string] => [BigInt(id), ',some text'])
    const { chunks, text } = read(structuredClone(rows), format)
    expect(text).toBe(expected(rows, format))
    const sizes = chunks.slice(0, -1).map(({ text: { byteLength } }) => byteLength)
    expect(sizes.length).toBeGreaterThan(1)
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(CHUNK)
    expect(Math.max(...sizes)).toBeLessThan(1.1 * CHUNK)
    for (const { text: bytes } of chunks) expect(bytes.buffer.byteLength).toBeLessThan(1.1 * CHUNK)
  })

  test('rows beyond the limit are counted and not written', () => {
    const rows = Array.from({ length: 100 }, (_, id): [bigint, string] => [BigInt(id), ','])
    const { chunks, text } = read(structuredClone(rows), format, 50)
    expect(text).toBe(expected(rows.slice(0, 50), format))
    expect(chunks.reduce((sum, { rowCount }) => sum + rowCount, 0)).toBe(100)
  })
})

test('no rows are no chunk', () => expect(FORMATS.map((format) => read([], format).chunks)).toEqual([[], [], []]))
