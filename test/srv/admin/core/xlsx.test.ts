import fc from 'fast-check'
import { columnIndex, columnLetters } from '../../../../srv/admin/core/xlsx/sheet-styles.ts'
import { isDateFormat, serialDate, serialNumber } from '../../../../srv/admin/core/xlsx/serial-date.ts'
import { SheetReader } from '../../../../srv/admin/core/xlsx/sheet-reader.ts'
import { createSheetFormatter } from '../../../../srv/admin/core/xlsx/workbook-writer.ts'
import { XmlScanner, attributeOf, cellText, escapeXml } from '../../../../srv/admin/core/xlsx/xml-scanner.ts'
import type { Field, FileFormat } from '../../../../srv/admin/core/transfer/file-format.ts'
import type { Value, ValueKind } from '../../../../srv/admin/core/values.ts'

type SheetFormat = Extract<FileFormat, { type: 'sheet' }>

const read = (rows: string, format: Partial<SheetFormat> = {}, parts = 11) => {
  const reader = new SheetReader({ type: 'sheet', sharedStrings: [], dateStyles: [], isDate1904: false, ...format })
  const records: { fields: readonly Field[]; line: number }[] = []
  const keep = (fields: readonly Field[], line: number): void => void records.push({ fields, line })
  const bytes = Buffer.from(`<?xml version="1.0"?><worksheet><sheetData>${rows}</sheetData></worksheet>`)
  for (let at = 0; at < bytes.length; at += parts) reader.push(bytes.subarray(at, at + parts), keep)
  reader.end(keep)
  return records
}
const fieldsOf = (rows: string, format?: Partial<SheetFormat>) => read(rows, format).map(({ fields }) => fields)

const format = (
  rows: readonly (readonly Value[])[],
  kinds: readonly ValueKind[] = [],
  escapeFormulas = false,
): string =>
  createSheetFormatter({
    type: 'sheet',
    columns: (rows[0] ?? []).map((_, index) => ({ name: `c${String(index)}`, kind: kinds[index] ?? 'text' })),
    escapeFormulas,
    firstRow: 1,
  })(rows)

test('texts written are read back, whatever characters they have', () => {
  const text = fc.string({
    unit: fc.constantFrom(
      'a',
      'ß',
      '<',
      '&',
      '>',
      '"',
      '\n',
      '\r',
      '\t',
      '\u0001',
      '_x0041_',
      '_',
      '😀',
      '\uffff',
      ' ',
    ),
  })
  fc.assert(
    fc.property(
      fc.array(fc.tuple(text, fc.option(text)), { maxLength: 5 }),
      fc.integer({ min: 1, max: 40 }),
      (rows, parts) => {
        const withoutTail = rows.map(([first, second]) => (second === null ? [first] : [first, second]))
        expect(read(format(rows), {}, parts).map(({ fields }) => fields)).toEqual(withoutTail)
      },
    ),
  )
})

test('numbers are numbers only where a spreadsheet keeps their digits', () => {
  const written = format(
    [[5, '1234567890123456', '1.50', 1e300, NaN, true, null, 1]],
    ['integer', 'integer', 'decimal', 'float', 'float', 'boolean', 'text', 'boolean'],
  )
  expect(written).toBe(
    '<row r="1"><c r="A1"><v>5</v></c><c r="B1" t="inlineStr"><is><t xml:space="preserve">1234567890123456</t></is></c>' +
      '<c r="C1"><v>1.50</v></c><c r="D1"><v>1e+300</v></c><c r="E1" t="inlineStr"><is><t xml:space="preserve">NaN</t></is></c>' +
      '<c r="F1" t="b"><v>1</v></c><c r="H1" t="b"><v>1</v></c></row>',
  )
  expect(fieldsOf(written)).toEqual([['5', '1234567890123456', '1.50', '1e+300', 'NaN', true, null, true]])
})

const DATES = { dateStyles: [false, false, true, true, true] }

test('dates and times are the own ones of spreadsheets, and read back as they were', () => {
  const days = { min: new Date('1900-03-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true }
  const value = fc.date(days).map((date) => date.toISOString())
  const cells = /^<row r="1"><c r="A1" s="2"><v>\d+<\/v><\/c><c r="B1" s="3"><v>[\d.e-]+<\/v><\/c><c r="C1" s="4"><v>/
  fc.assert(
    fc.property(value, (instant) => {
      const [day = '', time = ''] = instant.replace('Z', '').split('T')
      const clock = time.replace('.000', '')
      const rows = format([[day, clock, instant]], ['date', 'time', 'timestamp'])
      expect(rows).toMatch(cells)
      expect(fieldsOf(rows, DATES)).toEqual([[day, clock, clock === '00:00:00' ? day : `${day}T${clock}`]])
    }),
  )
})

test('what a spreadsheet has no date for stays text', () => {
  expect(serialNumber('1900-03-01', 'date')).toBe(61)
  for (const day of ['1900-02-28', '0001-01-01', '2023-02-29', '12024-01-01', '2024-1-1', 'infinity', ''])
    expect(serialNumber(day, 'date')).toBeNull()
  for (const instant of [
    '1899-12-31T00:00:00.000Z',
    '2024-02-30T00:00:00.000Z',
    '2024-02-28T24:00:00.000Z',
    '2024-02-29T00:00:00.000001Z',
    '0044-03-15 BC',
  ])
    expect(serialNumber(instant, 'timestamp')).toBeNull()
  for (const time of ['24:00:00', '12:30:15.5', '12:30:15.000', '12:30:15+02', '12:30'])
    expect(serialNumber(time, 'time')).toBeNull()
  expect(fieldsOf(format([['1899-12-31', '24:00:00']], ['date', 'time']), DATES)).toEqual([['1899-12-31', '24:00:00']])
})

test('formulas are disarmed when asked, and a text too long for a cell is refused', () => {
  expect(fieldsOf(format([['=1+1']], [], true))).toEqual([["'=1+1"]])
  expect(() => format([['x'.repeat(32_768)]])).toThrow(/Column 'c0' has a text of 32768 characters/)
})

describe('what other programs write is read:', () => {
  test('shared texts, inline texts with formats, phonetic hints, formulas and their errors', () => {
    const rows =
      '<row r="3" spans="1:6"><c r="A3" t="s"><v>1</v></c><c r="C3" t="inlineStr"><is><r><rPr><b/></rPr><t>bo</t></r><r><t>ld</t></r>' +
      '<rPh sb="0" eb="1"><t>hint</t></rPh></is></c><c r="D3" t="str"><f>A1&amp;B1</f><v>a&amp;b</v></c><c r="E3" t="e"><v>#REF!</v></c>' +
      '<c r="F3" s="2"/></row>'
    expect(read(rows, { sharedStrings: ['zero', 'one'] })).toEqual([
      { line: 3, fields: ['one', null, 'bold', 'a&b', { irregular: 'error', text: '#REF!' }, null] },
    ])
  })

  test('prefixed names, cells and rows without references, comments and CDATA', () => {
    const rows =
      '<x:row><x:c><x:v>1</x:v></x:c><!-- > --><x:c t="str"><x:v><![CDATA[a<b]]></x:v></x:c></x:row><row/><row><c><v>2</v></c></row>'
    expect(read(rows)).toEqual([
      { line: 1, fields: ['1', 'a<b'] },
      { line: 3, fields: ['2'] },
    ])
  })

  test('numbers that are shown as dates', () => {
    const rows = '<row r="1"><c r="A1" s="1"><v>45351.5</v></c><c r="B1" s="0"><v>45351.5</v></c></row>'
    expect(fieldsOf(rows, { dateStyles: [false, true] })).toEqual([['2024-02-29T12:00:00', '45351.5']])
  })

  test('rows without a value are passed over', () => {
    expect(read('<row r="1"><c r="A1" s="1"/></row><row r="2"><c r="A2"><v>1</v></c></row>')).toEqual([
      { line: 2, fields: ['1'] },
    ])
  })
})

test.each([
  ['<row r="1"><c r="A1" t="s"><v>7</v></c></row>', /refers to a text that the workbook does not have/],
  ['<row r="1"><c r="1A"><v>7</v></c></row>', /no valid reference/],
  ['<row r="1"><c r="ZZZ1"><v>7</v></c></row>', /no valid reference/],
  ['<row r="1"><c r="A1" t="str"><v>_x0000_</v></c></row>', /NUL character/],
  ['<row r="1"><c r="A1" t="str"><v>_xD800_</v></c></row>', /half of a character/],
  ['<!DOCTYPE x [<!ENTITY a "b">]>', /not the XML of a spreadsheet/],
  ['<row r="1"', /not the XML of a spreadsheet/],
])('%s is refused', (rows, message) => {
  expect(() => read(rows)).toThrow(message)
})

test('a worksheet that is no UTF-8 is refused', () => {
  const reader = new SheetReader({ type: 'sheet', sharedStrings: [], dateStyles: [], isDate1904: false })
  expect(() => reader.push(new Uint8Array([0xff, 0xff]), () => undefined)).toThrow(/not UTF-8/)
})

test('columns are counted in letters', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 16_383 }), (index) => {
      expect(columnIndex(`${columnLetters(index)}7`)).toBe(index)
    }),
  )
  expect([0, 25, 26, 701, 702, 16_383].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA', 'XFD'])
})

test.each([
  ['0.5', false, '12:00:00'],
  ['1', false, '1900-01-01'],
  ['59', false, '1900-02-28'],
  ['61', false, '1900-03-01'],
  ['45351', false, '2024-02-29'],
  ['45351.000011574', false, '2024-02-29T00:00:01'],
  ['45351.0000000116', false, '2024-02-29T00:00:00.001'],
  ['0', true, '1904-01-01'],
  ['-1', false, null],
  ['1e9', false, null],
  ['x', false, null],
])('day %s of the calendar (of 1904: %p) is %s', (serial, isDate1904, date) => {
  expect(serialDate(serial, isDate1904)).toBe(date)
})

test('formats of dates are told from those of numbers', () => {
  expect([14, 22, 45, 47].every((id) => isDateFormat(id, undefined))).toBe(true)
  expect([0, 1, 4, 10, 49].some((id) => isDateFormat(id, undefined))).toBe(false)
  expect(['yyyy-mm-dd', 'd/m/yy h:mm', '[h]:mm:ss', '[$-409]d-mmm'].every((code) => isDateFormat(164, code))).toBe(true)
  expect(['0.00', '#,##0 "days"', '[Red]0', 'General', '0\\d', '@'].some((code) => isDateFormat(164, code))).toBe(false)
})

test('attributes are found by their whole name', () => {
  expect(attributeOf(' xr="1" r = \'B2\' s="3"', 'r')).toBe('B2')
  expect(attributeOf(' x="1"', 'r')).toBeUndefined()
})

test('character references are resolved once', () => {
  expect(cellText('&lt;&#65;&#x42;&amp;lt;&unknown;&#x110000;')).toBe('<AB&lt;&unknown;&#x110000;')
  expect(escapeXml('_x0041_ a_b')).toBe('_x005F_x0041_ a_b')
})

test('tags may hold > in attributes, and may be cut anywhere', () => {
  const seen: string[] = []
  const scanner = new XmlScanner(
    {
      open: (name, attributes) => void seen.push(`+${name}${attributes}`),
      close: (name) => void seen.push(`-${name}`),
      text: (raw) => void seen.push(raw),
    },
    'x',
  )
  for (const char of '<a b="1>2"><c/>x</a>') scanner.push(char)
  scanner.end()
  expect(seen).toEqual(['+a b="1>2"', '+c', '-c', 'x', '-a'])
})
