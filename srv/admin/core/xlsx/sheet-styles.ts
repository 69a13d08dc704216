import type { SerialKind } from './serial-date.ts'

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** Number of the style of a header's cells. */
export const HEADER_STYLE = 1

/** Forms in which texts have days and times, with 0 for each digit: a spreadsheet shows its own in the same form. */
const SHAPES = [
  ...['0000-00-00', '00:00:00', '0000-00-00 00:00:00', '0000-00-00 00:00', '0000-00-00 00:00:00.000'],
  ...['0000-00-00T00:00:00', '0000-00-00T00:00:00.000', '0000-00-00T00:00:00Z', '0000-00-00T00:00:00.000Z'],
]
const FORMATS = SHAPES.map((shape) =>
  shape
    .replace('0000-00-00', String.raw`yyyy\-mm\-dd`)
    .replace('00:00', 'hh:mm')
    .replace(':00', ':ss')
    .replace(/[ TZ]/g, String.raw`\$&`),
)
const FIRST_STYLE = 2

/** Number of the style in which a spreadsheet shows its own days and times as a text has them; undefined for none. */
export const styleOfShape = (shape: string): number | undefined => {
  const index = SHAPES.indexOf(shape)
  return index === -1 ? undefined : FIRST_STYLE + index
}

/** The form in which a style of ours shows days and times. */
export const shapeOfStyle = (style: number): string => SHAPES[style - FIRST_STYLE] ?? ''

/** The form that one of our number formats shows; undefined for others. */
export const shapeOfFormat = (code: string | undefined): string | undefined => SHAPES[FORMATS.indexOf(code ?? '')]

/** Numbers of the styles of days and times. */
export const SERIAL_STYLES: Readonly<Record<SerialKind, number>> = { date: 2, time: 3, timestamp: 4 }

/** Lower numbers belong to the formats that every spreadsheet has. */
const FIRST_FORMAT = 164

const FONT = '<sz val="11"/><name val="Calibri"/><family val="2"/>'
const NO_EDGES = '<left/><right/><top/>'
const list = (name: string, items: readonly string[]): string =>
  `<${name} count="${items.length}">${items.join('')}</${name}>`

/** The styles of a workbook: a header in bold with a line below, and days and times as ISO 8601 has them. ECMA-376 part 1, 18.8. */
export const STYLES = [
  `<styleSheet xmlns="${MAIN}">`,
  list(
    'numFmts',
    FORMATS.map((code, index) => `<numFmt numFmtId="${FIRST_FORMAT + index}" formatCode="${code}"/>`),
  ),
  list('fonts', [`<font>${FONT}</font>`, `<font><b/>${FONT}</font>`]),
  list('fills', [
    '<fill><patternFill patternType="none"/></fill>',
    '<fill><patternFill patternType="gray125"/></fill>',
    '<fill><patternFill patternType="solid"><fgColor rgb="FFE5EEF7"/><bgColor indexed="64"/></patternFill></fill>',
  ]),
  list('borders', [
    `<border>${NO_EDGES}<bottom/><diagonal/></border>`,
    `<border>${NO_EDGES}<bottom style="thin"><color rgb="FF8396A8"/></bottom><diagonal/></border>`,
  ]),
  list('cellStyleXfs', ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>']),
  list('cellXfs', [
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
    '<xf numFmtId="0" fontId="1" fillId="2" borderId="1" xfId="0" applyFont="1" applyFill="1" applyBorder="1"/>',
    ...FORMATS.map(
      (_, index) =>
        `<xf numFmtId="${FIRST_FORMAT + index}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    ),
  ]),
  list('cellStyles', ['<cellStyle name="Normal" xfId="0" builtinId="0"/>']),
  '</styleSheet>',
].join('')

/** Letters of a column: A for 0, Z for 25, AA for 26. */
export const columnLetters = (index: number): string =>
  (index >= 26 ? columnLetters(Math.floor(index / 26) - 1) : '') + String.fromCharCode(65 + (index % 26))

/** Index of the column in a reference such as `AB12`; -1 when it has no letters, or more than a sheet's columns need. */
export const columnIndex = (reference: string): number => {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? ''
  let index = 0
  for (const letter of letters) index = index * 26 + letter.charCodeAt(0) - 64
  return index - 1
}
