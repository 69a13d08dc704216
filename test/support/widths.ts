/**
 * Everything that reads or pairs as many things as a client sends, or as a table or schema has: columns, names, members,
 * parts, rules. For tests that measure how long each takes.
 */
import { pairColumns } from '../../srv/admin/core/comparison/pair-columns.ts'
import { CsvReader } from '../../srv/admin/core/csv/csv-reader.ts'
import type { FilterColumn } from '../../srv/admin/core/filter/compile.ts'
import { nameResolver, parseColumnList, columnResolver } from '../../srv/admin/core/identifiers.ts'
import { JsonArrayReader, createJsonRecordReader, NdjsonReader } from '../../srv/admin/core/json/json-record-reader.ts'
import * as t from '../../srv/admin/core/json-schema.ts'
import { parseOrderBy } from '../../srv/admin/operations/transfer/export/query.ts'
import { readRules } from '../../srv/admin/core/rules/read-rules.ts'
import { compareStructures } from '../../srv/admin/core/schema-differences/compare-structures.ts'
import type { SchemaStructure } from '../../srv/admin/core/schema-differences/structure.ts'
import { parseJsonObject } from '../../srv/admin/core/strict-json.ts'
import { mapColumns, type MatchMode } from '../../srv/admin/core/transfer/column-mapping.ts'
import type { RecordReader } from '../../srv/admin/core/transfer/file-format.ts'
import { columnLetters } from '../../srv/admin/core/xlsx/sheet-styles.ts'
import { SheetReader } from '../../srv/admin/core/xlsx/sheet-reader.ts'
import { closedSchema, createInputValidator } from '../../srv/admin/http/validate-input.ts'
import { INPUT as RULES_INPUT } from '../../srv/admin/operations/analysis/data-validator.ts'
import { chooseTables } from '../../srv/admin/operations/schema/compare-schema.ts'
import { checkBody, readLimits } from '../../srv/platform/guard/index.ts'
import { readJsonBatch } from '../../srv/platform/odata/http/batch/json.ts'
import { readMultipartBatch } from '../../srv/platform/odata/http/batch/multipart.ts'
import { readOption, parseQueryString } from '../../srv/platform/odata/url/query.ts'

const bits = (index: number, zero: string, one: string): string =>
  index.toString(2).replaceAll('0', zero).replaceAll('1', one)

/** Names as clients and catalogs have them, so many. */
export const NAMES: Readonly<Record<string, (index: number) => string>> = {
  'of their own': (index) => `c${index}`,
  'all alike': () => 'x',
  'alike but for letter case': (index) => bits(index, 'a', 'A'),
  'alike but for signs': (index) => `a${bits(index, '_', '-')}`,
  'none of the others': (index) => `other${index}`,
  empty: () => '',
}

type Name = (index: number) => string

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))

const mapped =
  (mode: MatchMode) =>
  (count: number, name: Name): unknown =>
    mapColumns(
      times(count, name),
      times(count, (index) => ({
        ...{ name: `C${index}`, nullable: true, defaultValue: null, isGenerated: false, identity: null },
      })),
      { mode, isStrict: false },
    )

const inPieces = (reader: RecordReader, text: string): void => {
  const bytes = Buffer.from(text)
  const ignore = (): void => undefined
  for (let at = 0; at < bytes.length; at += 65_536) reader.push(bytes.subarray(at, at + 65_536), ignore)
  reader.end(ignore)
}

const csv = (): CsvReader => new CsvReader({ type: 'csv', delimiter: ',', encoding: 'utf-8', nullValues: [] })
const sheet = (): SheetReader =>
  new SheetReader({ type: 'sheet', sharedStrings: [], dateStyles: [], isDate1904: false })
const workbook = (rows: readonly string[]): string => `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`
const cell = (column: number, row: number, content: string): string =>
  `<c r="${columnLetters(column % 16_384)}${row}" t="str">${content}</c>`

const object = (count: number, name: Name, value = '1'): string =>
  `{${times(count, (index) => `${JSON.stringify(name(index))}:${value}`).join()}}`

const paired = (count: number, name: Name): unknown => {
  const columns = (make: Name) => times(count, (index) => ({ name: make(index), type: 'x', keyPosition: null }))
  const listed = times(Math.min(count, 2_000), name)
  return pairColumns(
    columns(name),
    columns((index) => `C${index}`),
    { columns: listed, excludeColumns: listed },
  )
}

const filterColumn = (name: string): FilterColumn => ({ name, kind: 'text' })

/** As many tables of a column each, as many columns of one table, and as many of all that belongs to one; no name twice. */
const structure = (count: number, given: Name): SchemaStructure => {
  const name: Name = (index) => `${given(index)}${index}`
  const of = (table: string, index: number) => ({ table, name: name(index), definition: `d${index % 7}` })
  const column = (table: string, index: number) => ({
    ...{ table, name: name(index), position: index, type: `t${index % 5}`, nullable: true, defaultValue: null },
    ...{ generated: null, identity: null, collation: null, comment: null },
  })
  return {
    tables: times(count, (index) => ({ name: `t${name(index)}`, type: 'table', comment: null })),
    columns: [...times(count, (index) => column('wide', index)), ...times(count, (n) => column(`t${name(n)}`, n))],
    constraints: times(count, (index) => ({ ...of('wide', index), kind: 'unique' as const })),
    indexes: times(count, (index) => of('wide', index)),
    triggers: times(count, (index) => of('wide', index)),
    views: times(count, (index) => of('', index)),
    sequences: times(count, (index) => of('', index)),
    types: times(count, (index) => of('', index)),
    routines: times(count, (index) => of('', index)),
    policies: times(count, (index) => of('wide', index)),
    statistics: times(count, (index) => of('wide', index)),
    privileges: times(count, (index) => of('', index)),
  }
}

const compared = (count: number, name: Name): unknown => {
  const within = (make: Name): SchemaStructure => {
    const schema = structure(count, make)
    return { ...schema, tables: [{ name: 'wide', type: 'table', comment: null }, ...schema.tables] }
  }
  const options = { ignoreColumnOrder: true, ignoreConstraintNames: false, compareComments: true }
  return compareStructures(
    within((index) => `l${name(index)}`),
    within(name),
    options,
  )
}

const isValid = createInputValidator(closedSchema(RULES_INPUT, false), false)

/** Reads or pairs so many things of such names; what it makes of them, and how it refuses them, is tested elsewhere. */
export const WIDE: Readonly<Record<string, (count: number, name: Name) => unknown>> = {
  'columns of a file by name': mapped('name'),
  'columns of a file by order': mapped('order'),
  'columns of a file by name, then by place': mapped('auto'),
  'columns of two tables': paired,
  'names that a catalog has': (count, name) => {
    const nameOf = nameResolver(
      times(count, (index) => `C${index}`),
      'COLUMN_NOT_FOUND',
      'Column',
    )
    return times(count, (index) => nameOf(name(index)))
  },
  'names of a catalog that are alike': (count, name) => {
    const nameOf = nameResolver(times(count, name), 'COLUMN_NOT_FOUND', 'Column')
    return times(count, (index) => nameOf(name(index).toLowerCase()))
  },
  'columns of a filter': (count, name) => {
    const columnOf = columnResolver(times(count, (index) => filterColumn(`C${index}`)))
    return times(count, (index) => columnOf(name(index)))
  },
  'tables of a comparison': (count, name) => {
    const listed = times(count, name)
    return chooseTables(structure(count, name), structure(count, name), { tables: listed, excludeTables: listed })
  },
  // Of seven kinds of objects each.
  'two schemas': (count, name) => compared(count / 8, name),
  'a list of columns as a text': (count, name) => parseColumnList(times(count, name).join()),
  'a list of columns': (count, name) => parseColumnList(times(count, name)),
  'an order': (count, name) => parseOrderBy(times(count, (index) => `${name(index)} desc`).join()),
  'rules as a text': (count, name) => readRules(times(count, (index) => `${name(index)}:required`).join(';')),
  'columns of a rule': (count, name) => readRules(`a:unique:${times(count, name).join(':')}`),
  'values of a rule': (count, name) => readRules(`a:in:${times(count, name).join(':')}`),
  'rules in a list': (count, name) => readRules(times(count, (n) => ({ rule: 'required', column: name(n) }))),
  'rules that are none': (count, name) => isValid({ table: 'x', rules: times(count, name) }),
  'values of a rule that are none': (count) =>
    isValid({ table: 'x', rules: [{ rule: 'in', column: 'a', values: times(count, () => null) }] }),
  'fields that are not known': (count, name) => isValid(Object.fromEntries(times(count, (n) => [name(n), n]))),
  'a body': (count, name) => parseJsonObject(object(count, name)),
  'a schema of a list': (count) =>
    createInputValidator(
      closedSchema(t.object({ list: t.stringArray() }), false),
      false,
    )({ list: times(count, Number) }),
  'a record of CSV': (count, name) => inPieces(csv(), `${times(count, name).join()}\n${times(count, name).join()}\n`),
  'a record of CSV in quotes': (count, name) => inPieces(csv(), times(count, (n) => `"${name(n)}"`).join()),
  'records of CSV': (count, name) => inPieces(csv(), times(count, (n) => `${name(n)},x\n`).join('')),
  'a record of CSV in one quote': (count, name) => inPieces(csv(), `"${times(count, (n) => `${name(n)}\n`).join('')}"`),
  'a row of a sheet': (count, name) =>
    inPieces(sheet(), workbook([`<row r="1">${times(count, (n) => cell(n, 1, `<v>${name(n)}</v>`)).join('')}</row>`])),
  'empty cells of a sheet': (count) =>
    inPieces(sheet(), workbook([`<row r="1">${times(count, (n) => cell(n, 1, '')).join('')}</row>`])),
  'rows at the last column': (count) =>
    inPieces(
      sheet(),
      workbook(
        [cell(0, 1, '<v>x</v>'), ...times(count, (n) => cell(16_383, n, n % 2 === 0 ? '<v>x</v>' : ''))].map(
          (c) => `<row>${c}</row>`,
        ),
      ),
    ),
  'an object of JSON': (count, name) => {
    const reader = new JsonArrayReader()
    inPieces(reader as unknown as RecordReader, `[${object(count, name)}]`)
  },
  'an object of JSON with long numbers': (count, name) => {
    const reader = new JsonArrayReader()
    inPieces(reader as unknown as RecordReader, `[${object(count, name, '12345678901234567890')}]`)
  },
  'a value of JSON': (count) => {
    const reader = new NdjsonReader()
    inPieces(reader as unknown as RecordReader, `{"a":[${times(count, () => '1e5').join()}]}`)
  },
  'objects of NDJSON': (count, name) => {
    const reader = createJsonRecordReader({ type: 'ndjson', keys: ['c1', 'x'] })
    inPieces(reader, times(count, (n) => `${JSON.stringify({ [name(n)]: n })}\n`).join(''))
  },
  'a body of OData': (count, name) => checkBody(JSON.parse(object(count, name)), readLimits(undefined)),
  'a JSON batch': (count, name) =>
    readJsonBatch(JSON.stringify({ requests: times(count, (n) => ({ id: name(n), method: 'GET', url: 'Film' })) })),
  'a multipart batch': (count, name) =>
    readMultipartBatch(
      `${times(count, (n) => `--b\r\nContent-Type: application/http\r\n\r\nGET ${name(n)} HTTP/1.1\r\n\r\n\r\n`).join('')}--b--`,
      'b',
    ),
  $expand: (count, name) => readOption('expand', times(count, name).join()),
  'options of a URL': (count, name) => parseQueryString(times(count, (n) => `${name(n)}=${n}`).join('&')),
}
