import * as t from '../../../core/json-schema.ts'

export const input = t.object({
  table: t.string('Table or view'),
  ...t.optionals({
    schema: t.string('The current one by default'),
    format: t.oneOf(
      ['csv', 'json', 'ndjson', 'xlsx', 'excel'],
      'What the Accept header asks for, csv by default; excel is xlsx',
    ),
    columns: t.commaSeparated(
      'Names with commas between them, in double quotes where they hold commas; all columns by default',
    ),
    where: t.string('Filter condition over the columns of the table'),
    limit: t.integer(
      'Most rows: 10,000 by default and 100,000 at most; all rows by default, and no limit, in a raw stream',
      { minimum: 0 },
    ),
    offset: t.integer('Rows passed over, to look through a table; to copy one, export it at once', {
      minimum: 0,
      maximum: 1_000_000_000_000,
    }),
    valueLimit: t.integer(
      'To look through a table: texts are cut after so many characters, binary values after so many bytes, where the engine can (SQLite and PostgreSQL); a value of that length may go on',
      { minimum: 1, maximum: 1_000_000 },
    ),
    orderBy: t.string('Such as `name desc, "my column"`; by primary key by default'),
    delimiter: t.string('Of csv, one character: a comma by default', { pattern: '^[\\t !#-/:-@\\[-`{-~]$' }),
    includeHeaders: t.boolean('Names of the columns in the first row of csv and xlsx: true by default'),
    nullValue: t.string('Stands for NULL in csv, without quotes; nothing by default, while the empty text is `""`', {
      maxLength: 100,
    }),
    gzip: t.boolean(
      'A file that gzip has packed (`film.csv.gz`, application/gzip) instead of a JSON object, of all rows as in a raw stream; of format json that object, packed',
      { default: false },
    ),
    escapeFormulas: t.boolean(
      "Puts `'` before text that a spreadsheet would run as a formula; by default only in xlsx with plain values",
    ),
    values: t.oneOf(
      ['plain', 'exact', 'stored'],
      '`plain`: as people and programs read them; `exact`: the same, but as texts that tell what they are, `data:application/x-sqlite-…`, ' +
        'where an import could not know it otherwise, for an import with the same setting; `stored`: as a SQLite file has them, ' +
        'with booleans as numbers and decimals without more zeros. On PostgreSQL and SAP HANA the type of a column tells what its values are',
      { default: 'plain' },
    ),
  }),
})
export type ExportInput = t.Static<typeof input>
