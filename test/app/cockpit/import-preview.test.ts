/** How a file begins, and where its columns go, before anything is loaded. */
import fc from 'fast-check'
import { writeCsv } from '../../../app/cockpit/src/parts/write-csv.ts'
import { guessDelimiter } from '../../../app/cockpit/src/pages/import/guess-delimiter.ts'
import { parseHead, readRecords } from '../../../app/cockpit/src/pages/import/parse-head.ts'
import { mappingOf, pairsOf, previewMapping } from '../../../app/cockpit/src/pages/import/preview-mapping.ts'
import { listNulls } from '../../../app/cockpit/src/pages/import/list-nulls.ts'
import { parseColumnList } from '../../../srv/admin/core/identifiers.ts'
import { CsvReader } from '../../../srv/admin/core/csv/csv-reader.ts'
import { mapColumns } from '../../../srv/admin/core/transfer/column-mapping.ts'

const READING = { delimiter: 'comma', hasHeader: true, nullValues: '' } as const
const whole = (text: string) => ({ text, isWhole: true })

test('records come back as they were written', () => {
  const cell = fc.string({ minLength: 1 }).filter((text) => !text.startsWith('"'))
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 3 }), (rows) => {
      const columns = ['a', 'b'].map((key, index) => ({ key, value: (row: readonly string[]) => row[index] }))
      expect(readRecords(writeCsv(columns, rows), ',', true)).toEqual([['a', 'b'], ...rows])
    }),
  )
})

/** What an import reads of a text, and what a preview shows of it. */
const readBoth = (text: string, nullValues: string) => {
  const format = { type: 'csv', delimiter: ',', encoding: 'utf-8' } as const
  const reader = new CsvReader({ ...format, nullValues: parseColumnList(nullValues) ?? [] })
  const records: (readonly unknown[])[] = []
  const keep = (fields: readonly unknown[]): unknown => records.push(fields)
  reader.push(new TextEncoder().encode(text), keep)
  reader.end(keep)
  return { imported: records.slice(0, 6), shown: readRecords(text, ',', true, listNulls(nullValues)) }
}

test('NULL and the empty text are told apart, as the import does', () => {
  const { imported, shown } = readBoth('a,b,c\n,"",NULL\n\n"NULL",n/a, \n', 'NULL, "n/a"')
  expect(shown).toEqual([
    ['a', 'b', 'c'],
    [null, '', null],
    ['NULL', null, ' '],
  ])
  expect(shown).toEqual(imported)
  const field = fc.constantFrom('', '""', 'x', 'NULL', '"NULL"', '"a""b"', '"two\nlines"', ' ')
  const line = fc.array(field, { minLength: 1, maxLength: 3 }).map((fields) => fields.join(','))
  const text = fc.tuple(fc.array(line, { maxLength: 8 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
  fc.assert(
    fc.property(text, fc.constantFrom('', 'NULL', 'x,NULL'), ([lines, end, isEnded], nullValues) => {
      const both = readBoth(lines.join(end) + (isEnded ? end : ''), nullValues)
      expect(both.shown).toEqual(both.imported)
    }),
    { numRuns: 1_000 },
  )
})

test('NULL of JSON is not the text “null”, and a member that an object lacks is NULL', () => {
  const { rows } = parseHead('f.json', whole('[{"a":null,"b":""},{"a":"null"}]'), READING) ?? {}
  expect(rows).toEqual([
    [null, ''],
    ['null', null],
  ])
})

test('a line that is cut is not shown, and one without an end is', () => {
  expect(readRecords('a,b\n1,2\n3,', ',', false)).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
  expect(readRecords('a,b\r\n1,2', ',', true)).toEqual([
    ['a', 'b'],
    ['1', '2'],
  ])
})

test.each([
  { text: 'a;b;c\n1,5;2;3\n', chosen: 'comma', guessed: 'semicolon' },
  { text: 'a\tb\n', chosen: 'comma', guessed: 'tab' },
  { text: 'a,b;c\n', chosen: 'comma', guessed: 'comma' },
  { text: 'a,b\n', chosen: 'semicolon', guessed: 'comma' },
  { text: '"a;b"\n1;2\n', chosen: 'comma', guessed: 'comma' },
  { text: 'one\n1;2\n', chosen: 'comma', guessed: 'comma' },
  { text: '', chosen: 'tab', guessed: 'tab' },
] as const)('the fields of %j are divided as its first line tells', ({ text, chosen, guessed }) => {
  expect(guessDelimiter(text, chosen)).toBe(guessed)
})

test('every text format is read', () => {
  const rows = { columns: ['a', 'b'], rows: [['1', 'x']] }
  expect(parseHead('f.csv', whole('\uFEFFa;b\n1;x\n'), { ...READING, delimiter: 'semicolon' })).toEqual(rows)
  for (const name of ['f.tsv', 'f.TAB']) expect(parseHead(name, whole('a\tb\n1\tx\n'), READING)).toEqual(rows)
  expect(parseHead('f.ndjson', whole('{"a":1,"b":"x"}\n'), READING)).toEqual(rows)
  expect(parseHead('f.json', whole('{"rows":[{"a":1,"b":"x"}]}'), READING)).toEqual(rows)
  expect(parseHead('f.json', { text: '[{"a":1,"b":"x"},{"a":2,"b":', isWhole: false }, READING)).toEqual(rows)
  expect(parseHead('f.csv', whole('1,x\n'), { ...READING, hasHeader: false })).toEqual({
    columns: ['#1', '#2'],
    rows: [['1', 'x']],
  })
  expect(parseHead('f.json', whole('no'), READING)).toBeUndefined()
})

test('what is chosen counts, and is asked of the API as what it takes', () => {
  const [file, table] = [
    ['id', 'Nachname', 'Vorname'],
    ['id', 'first_name', 'last_name'],
  ]
  const byName = mappingOf(file, table, { matchMode: 'name', mapping: [] })
  expect(byName).toEqual(['id', undefined, undefined])
  const chosen = mappingOf(file, table, { matchMode: 'name', mapping: ['', 'last_name', 'gone'] })
  expect(chosen).toEqual([undefined, 'last_name', undefined])
  // Chosen for a file of other columns.
  expect(mappingOf(file, table, { matchMode: 'name', mapping: ['id'] })).toEqual(byName)
  expect(pairsOf(file, chosen, true)).toEqual([{ file: 2, table: 'last_name' }])
  expect(pairsOf(file, chosen, false)).toEqual([{ file: 'Nachname', table: 'last_name' }])
})

test('columns go where the API puts them', () => {
  const name = fc.constantFrom('ID', 'id', 'Name', 'first_name', 'First Name', 'x', 'y', 'z')
  const names = fc.uniqueArray(name, { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(names, names, fc.constantFrom('auto', 'name', 'order'), (file, table, mode) => {
      const columns = table.map((each) => ({
        ...{ name: each, nullable: true, defaultValue: null, isGenerated: false, identity: null },
      }))
      let expected: Map<number, string>
      try {
        const { pairs } = mapColumns(file, columns, { mode, isStrict: false })
        expected = new Map(pairs.map(({ fileIndex, column }) => [fileIndex, column.name]))
      } catch {
        return // what the API refuses has no mapping to preview
      }
      expect(previewMapping(file, table, mode)).toEqual(file.map((_, index) => expected.get(index)))
    }),
  )
})
