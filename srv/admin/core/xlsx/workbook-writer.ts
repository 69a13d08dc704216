import type { TextColumn } from '../transfer/text-format.ts'
import type { ValueKind } from '../values.ts'
import { STYLES } from './sheet-styles.ts'
import { writeZip, type ZipEntry } from './zip-writer.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** What a workbook of one sheet consists of besides the sheet. ECMA-376 part 1, 12.3. */
const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><bookViews><workbookView/></bookViews><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': XML + STYLES,
}

/**
 * A workbook with one sheet.
 *
 * @param hasHeader the first row stays in sight.
 * @param rows its `row` elements, as they come.
 */
export const writeWorkbook = (
  columns: readonly TextColumn[],
  hasHeader: boolean,
  rows: AsyncIterable<string | Uint8Array>,
): AsyncGenerator<Uint8Array> =>
  writeZip([
    ...Object.entries(PARTS).map(([name, text]): ZipEntry => ({ name, content: one(text) })),
    { name: 'xl/worksheets/sheet1.xml', content: sheet(columns, hasHeader, rows) },
  ])

async function* sheet(
  columns: readonly TextColumn[],
  hasHeader: boolean,
  rows: AsyncIterable<string | Uint8Array>,
): AsyncGenerator<string | Uint8Array> {
  const widths = columns.length === 0 ? '' : `<cols>${columns.map(width).join('')}</cols>`
  yield `${XML}<worksheet xmlns="${MAIN}">${hasHeader ? FROZEN : ''}${widths}<sheetData>`
  yield* rows
  yield '</sheetData></worksheet>'
}

const FROZEN =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'

/** In characters: a day or a time that has no room is shown as nothing but hashes. */
const WIDTHS: Partial<Record<ValueKind, number>> = { text: 24, date: 12, time: 10, timestamp: 20 }
const WIDEST = 40

const width = ({ name, kind }: TextColumn, index: number): string => {
  const number = String(index + 1)
  const characters = Math.min(WIDEST, Math.max(WIDTHS[kind] ?? 12, name.length + 2))
  return `<col min="${number}" max="${number}" width="${characters}" customWidth="1"/>`
}

async function* one(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text)
}
