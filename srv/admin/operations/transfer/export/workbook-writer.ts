import type { ZipEntry } from './zip-writer.ts'
import { writeZip } from './zip-writer.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** What a workbook of one sheet consists of besides the sheet. ECMA-376 part 1, 12.3. */
const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
}

/** A workbook with one sheet. @param rows its `row` elements, as they come. */
export const writeWorkbook = (rows: AsyncIterable<string | Uint8Array>): AsyncGenerator<Uint8Array> =>
  writeZip([
    ...Object.entries(PARTS).map(([name, text]): ZipEntry => ({ name, content: one(text) })),
    { name: 'xl/worksheets/sheet1.xml', content: sheet(rows) },
  ])

async function* sheet(rows: AsyncIterable<string | Uint8Array>): AsyncGenerator<string | Uint8Array> {
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetData>`
  yield* rows
  yield '</sheetData></worksheet>'
}

async function* one(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text)
}
