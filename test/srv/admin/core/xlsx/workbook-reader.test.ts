/** Workbooks as no spreadsheet writes them. */
import { writeZip } from '../../../../../srv/admin/core/xlsx/zip-writer.ts'
import { openFirstSheet } from '../../../../../srv/admin/core/xlsx/workbook-reader.ts'
import { createRecordReader } from '../../../../../srv/admin/core/transfer/row-reader.ts'

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relation = (id: string, type: string, target: string, more = ''): string =>
  `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"${more}/>`
const cell = (text: string, type = 'inlineStr'): string => `<c t="${type}"><is><t>${text}</t></is></c>`
const sheet = (cells: string, row = '1'): string =>
  `<worksheet><sheetData><row r="${row}">${cells}</row></sheetData></worksheet>`

const GOOD: Readonly<Record<string, string>> = {
  '_rels/.rels': `<Relationships>${relation('a', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
  'xl/workbook.xml': '<workbook><sheets><sheet name="A" r:id="s"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels': `<Relationships>${relation('s', 'worksheet', 'worksheets/a.xml')}</Relationships>`,
  'xl/worksheets/a.xml': sheet(cell('x')),
}
const withSheetAt = (target: string, type = 'worksheet', more = ''): Record<string, string> => ({
  ...GOOD,
  'xl/_rels/workbook.xml.rels': `<Relationships>${relation('s', type, target, more)}</Relationships>`,
})

async function* pieces(text: string): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += 65_536) yield await Promise.resolve(text.slice(at, at + 65_536))
}

/** Reads the first sheet of a workbook of such parts. @returns its rows, and the bytes that were unpacked for them. */
const read = async (parts: Readonly<Record<string, string>>): Promise<{ rows: unknown[]; unpacked: number }> => {
  const chunks: Uint8Array[] = []
  const entries = Object.entries(parts).map(([name, text]) => ({ name, content: pieces(text) }))
  for await (const chunk of writeZip(entries)) chunks.push(chunk)
  const file = Buffer.concat(chunks)
  const range = async function* (start: number, end: number): AsyncGenerator<Uint8Array> {
    for (let at = start; at < end; at += 65_536)
      yield await Promise.resolve(file.subarray(at, Math.min(end, at + 65_536)))
  }
  const first = await openFirstSheet(range, file.length, { bytes: 1e9, ratio: Infinity })
  const reader = createRecordReader(first.format)
  const rows: unknown[] = []
  state.unpacked = 0
  for await (const bytes of first.content()) {
    state.unpacked += bytes.byteLength
    reader.push(bytes, (row) => rows.push(row))
  }
  reader.end((row) => rows.push(row))
  return { rows, unpacked: state.unpacked }
}
const state = { unpacked: 0 }

const refused = (message: RegExp) => ({
  code: 'INVALID_FILE_CONTENT',
  details: expect.stringMatching(message) as unknown,
})

test.each<[string, Record<string, string>]>([
  ['as usual', GOOD],
  ['from the root', withSheetAt('/xl/worksheets/a.xml')],
  ['by a way around', withSheetAt('../xl/./worksheets/../worksheets/a.xml')],
])('a sheet is found %s', async (_, parts) => {
  expect((await read(parts)).rows).toEqual([['x']])
})

test.each<[string, Record<string, string>, RegExp]>([
  ['at a URL', withSheetAt('http://evil.example/a.xml'), /sheet is not in the file/],
  ['at no URL at all', withSheetAt('http://['), /sheet is not in the file/],
  ['at a host', withSheetAt('//evil.example/a.xml'), /sheet is not in the file/],
  ['outside', withSheetAt('http://x/a.xml', 'worksheet', ' TargetMode="External"'), /sheet is not in the file/],
  ['above the root', withSheetAt('../../../../etc/passwd'), /sheet is not in the file/],
  ['nowhere', withSheetAt(''), /sheet is not in the file/],
  ['at a part that is missing', withSheetAt('worksheets/b.xml'), /sheet is not in the file/],
  ['that is a chart', withSheetAt('worksheets/a.xml', 'chartsheet'), /is not a worksheet/],
  ['without its relation', { ...GOOD, 'xl/_rels/workbook.xml.rels': '<Relationships/>' }, /no sheet/],
  ['in a workbook without sheets', { ...GOOD, 'xl/workbook.xml': '<workbook/>' }, /no sheet/],
  ['in what is no workbook', { 'word/document.xml': '<document/>' }, /no part 'xl\/workbook.xml'/],
  [
    'with a row that has no number',
    { ...GOOD, 'xl/worksheets/a.xml': sheet(cell('x'), '-1') },
    /row has no valid number/,
  ],
  [
    'with a row beyond the last',
    { ...GOOD, 'xl/worksheets/a.xml': sheet(cell('x'), '1e9') },
    /row has no valid number/,
  ],
])('a sheet %s is refused', async (_, parts, message) => {
  await expect(read(parts)).rejects.toMatchObject(refused(message))
})

describe('a cell', () => {
  const LONGEST = 32_767
  const sheetOf = (text: string, type?: string) => ({ ...GOOD, 'xl/worksheets/a.xml': sheet(cell(text, type)) })

  test('has as many characters as a spreadsheet has, however they are written', async () => {
    for (const text of ['x'.repeat(LONGEST), '&amp;'.repeat(LONGEST), '_x0041_'.repeat(LONGEST)]) {
      const { rows } = await read(sheetOf(text))
      expect((rows as string[][])[0]?.[0]).toHaveLength(LONGEST)
      await expect(read(sheetOf(`${text}x`))).rejects.toMatchObject(refused(/more than 32767 characters/))
    }
  })

  test.each([
    ['in one piece', 'x'.repeat(6_000_000), 'inlineStr'],
    ['in many pieces', `${'x'.repeat(1_000)}<!---->`.repeat(6_000), 'inlineStr'],
    ['as a number', `${'1'.repeat(1_000)}<!---->`.repeat(6_000), 'n'],
  ])('of 6 MB %s is refused long before its end', async (_, text, type) => {
    await expect(read(sheetOf(text, type))).rejects.toMatchObject({ code: 'INVALID_FILE_CONTENT' })
    expect(state.unpacked).toBeLessThan(2_000_000)
  })

  test('finds no longer text among the shared ones', async () => {
    const relations = relation('s', 'worksheet', 'worksheets/a.xml') + relation('t', 'sharedStrings', 'texts.xml')
    const parts = {
      ...GOOD,
      'xl/_rels/workbook.xml.rels': `<Relationships>${relations}</Relationships>`,
      'xl/texts.xml': `<sst><si><t>${`${'x'.repeat(1_000)}<!---->`.repeat(6_000)}</t></si></sst>`,
    }
    await expect(read(parts)).rejects.toMatchObject(refused(/more than 32767 characters/))
  })
})
