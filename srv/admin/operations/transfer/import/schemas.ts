import * as t from '../../../core/json-schema.ts'
import type { ImportOutcome } from './write-tasks.ts'

const columnMapping = t.array(
  t.object(
    {
      file: t.union(
        [t.string(), t.integer(undefined, { minimum: 1 })],
        'Name of a column of the file, or its place from 1',
      ),
      table: t.string('Column of the table'),
    },
    { additionalProperties: false },
  ),
  'Which column of the file goes into which of the table, instead of `matchMode`; those that are left out go nowhere',
  { minItems: 1, maxItems: 10_000 },
)

/** Files of one request. */
const MAX_FILES = 100

export const input = t.object({
  ...t.optionals({
    table: t.string('Table that the rows of `file` are for'),
    file: t.string('Name of a file in the files directory; gzip may have packed it (`film.csv.gz`)'),
    files: t.array(
      t.object(
        {
          table: t.string('Table that the rows are for'),
          file: t.string('Name of a file in the files directory'),
          columnMapping: t.optional(columnMapping),
        },
        { additionalProperties: false },
      ),
      'Several files instead of `table` and `file`: all or nothing, those first whose rows others refer to',
      { minItems: 1, maxItems: MAX_FILES },
    ),
    schema: t.string('Of all tables; the current one by default'),
    mode: t.oneOf(
      ['insert', 'upsert', 'ignore', 'update'],
      'What becomes of a row whose key the table has: `insert` refuses it; `upsert` updates the one that is there, and inserts others; ' +
        '`ignore` leaves the one that is there, and inserts others; `update` updates, and ignores others. Rows come one after the other: ' +
        'of several with one key the last one stays, under `ignore` the first. NULL is no key',
      { default: 'insert' },
    ),
    keys: t.commaSeparated(
      'Columns of the table that tell which row is meant, for all modes but `insert`: the primary key by default. They need not be unique, but several rows of the table with one key of the file are an error',
    ),
    matchMode: t.oneOf(
      ['order', 'name', 'auto'],
      'Which column of the file goes into which of the table: `order` the first into the first and so on; `name` by ' +
        'name, ignoring others; `auto` by name, others by their place',
      { default: 'auto' },
    ),
    columnMapping,
    truncate: t.boolean('Deletes all rows of the table first', { default: false }),
    format: t.oneOf(['csv', 'tsv', 'json', 'ndjson', 'xlsx'], "By the file's name by default"),
    delimiter: t.string('Of csv: found out by default, among comma, semicolon, tab and `|`', {
      pattern: '^[\\t !#-/:-@\\[-`{-~]$',
    }),
    encoding: t.oneOf(['utf-8', 'latin1'], 'Of csv and tsv', { default: 'utf-8' }),
    hasHeader: t.boolean(
      'The first row of csv, tsv and xlsx has names of columns. True by default, and then one of them has to be a column of the table',
    ),
    nullValues: t.commaSeparated(
      'Words that stand for NULL in csv where they are not in quotes, besides the empty field',
    ),
    decimal: t.oneOf(
      ['.', ','],
      'What stands before the fraction of numbers in csv and tsv. With a comma, numbers with a point are refused, as nobody knows what it means',
      { default: '.' },
    ),
    dates: t.oneOf(
      ['iso', 'german'],
      'How dates are written besides `2025-12-24`: `german` as `24.12.2025`, `24.12.2025 18:30`, `24.12.2025 18:30:00`',
      { default: 'iso' },
    ),
    epoch: t.oneOf(
      ['seconds', 'milliseconds'],
      'Whole numbers in columns of dates and timestamps are seconds or milliseconds since 1970, in UTC; refused otherwise',
    ),
    trueValues: t.commaSeparated('Words that stand for true in columns of booleans, besides true, t, yes, y, on and 1'),
    falseValues: t.commaSeparated('Words that stand for false there, besides false, f, no, n, off and 0'),
    onError: t.oneOf(
      ['abort', 'skip'],
      '`abort`: all rows or none; `skip`: rows that cannot be inserted are left out and reported',
      { default: 'abort' },
    ),
    maxErrors: t.integer('Rows of each file that may be left out: 100 by default', { minimum: 0, maximum: 10_000 }),
    keepRejected: t.boolean(
      'Under `skip`: writes the rejected rows into the files directory as they are, to be mended and imported: `film.rejected.csv` for `film.csv`. A file of that name is replaced',
      { default: false },
    ),
    dryRun: t.boolean('Does everything and undoes it', { default: false }),
    strictColumns: t.boolean('Columns of the file that go nowhere are an error', { default: false }),
    identities: t.oneOf(
      ['keep', 'renumber'],
      '`keep`: columns that the database numbers have what the file has, and it goes on behind that; `renumber`: the database numbers the rows anew',
      { default: 'keep' },
    ),
    allowIncomplete: t.boolean(
      'Takes an answer of /export that says of itself that it is cut, broken off, masked or ambiguous; refused otherwise',
      { default: false },
    ),
    values: t.oneOf(
      ['plain', 'exact', 'stored'],
      'As the file was exported with. By default what the file says of itself, and otherwise what looks like an `exact` value is refused',
    ),
    strict: t.boolean(
      'Values that do not fit the kind, length or scale of their column are refused. SQLite has such all the same: false takes what it ' +
        'takes, as a file does by default whose `values` are `exact` or `stored`. Other databases refuse them anyway',
    ),
    batchSize: t.integer('Most rows sent at a time under `skip`', { minimum: 1, maximum: 10_000, default: 1_000 }),
  }),
})

const counts = {
  rowsRead: t.integer('Rows of the file: those inserted, updated, ignored and rejected together'),
  rowsInserted: t.integer('Rows that are new'),
  rowsUpdated: t.integer('Rows whose key the table had, or an earlier row of the file'),
  rowsIgnored: t.integer('Rows that the mode passes over, and those that a trigger of the table has left out'),
  rowsRejected: t.integer('Rows left out as bad ones, under `skip`'),
}

const one = {
  schema: t.string('Schema of the table'),
  table: t.string('The table, as the database spells it'),
  file: t.string('Name of the file'),
  format: t.oneOf(['csv', 'tsv', 'json', 'ndjson', 'xlsx'], 'How the file was read'),
  compression: t.nullable(t.literal('gzip'), 'What had packed the file'),
  delimiter: t.nullable(t.string(), 'What divides the fields of csv and tsv, as sent or found out'),
  columnMapping: t.arrayOf(
    { file: t.string('Column of the file'), table: t.string('Column of the table') },
    'Which column of the file went into which of the table',
  ),
  ignoredFileColumns: t.stringArray('Columns of the file that went nowhere'),
  defaultedColumns: t.stringArray('Columns that got their default'),
  reshapedColumns: t.optional(
    t.stringArray(
      "Columns of SQLite with dates or times that have been written in the column's form, not in the file's; `values` keeps that of the file",
    ),
  ),
  errors: t.arrayOf(
    {
      line: t.integer("Of the file, from 1; a spreadsheet's row"),
      column: t.nullable(t.string(), 'Where it is about one column'),
      code: t.string('Code of the error'),
      value: t.nullable(t.string(), 'The value of that column, as the file has it; long ones are cut'),
      message: t.string('What is wrong'),
    },
    'The rejected rows',
  ),
  rejectedFile: t.optional(
    t.nullable(
      t.string(),
      'The file that `keepRejected` has written; null for none, also where rows of JSON share a line, so that nobody can tell them apart',
    ),
  ),
}

export const output = t.object({
  ...t.optionals(one),
  files: t.optional(t.arrayOf({ ...one, ...counts }, 'The same of each file, where `files` were sent, in their order')),
  mode: t.string('As sent, or its default'),
  matchMode: t.string('As sent, or its default; `columnMapping` where that was sent'),
  emptied: t.boolean('The rows that the tables had are gone'),
  truncated: t.boolean('The same as `emptied`, its former name; elsewhere it says that a list is cut'),
  dryRun: t.boolean('Nothing of this has stayed'),
  ...counts,
  durationMs: t.integer('Milliseconds'),
})

/** What the answer tells of one file. */
export const tellFile = ({ file, target, mapping, source, problems, reshaped, ...counted }: ImportOutcome) => ({
  schema: target.schema,
  table: target.name,
  file,
  columnMapping: mapping.pairs.map(({ fileName, column }) => ({ file: fileName, table: column.name })),
  ignoredFileColumns: [...mapping.ignoredFileColumns],
  defaultedColumns: [...mapping.defaultedColumns],
  ...(reshaped.size > 0 && { reshapedColumns: [...reshaped] }),
  errors: problems.map((problem) => ({ ...problem, value: problem.value ?? null })),
  delimiter: source.format.type === 'csv' ? source.format.delimiter : null,
  rowsRead: counted.rowsRead,
  rowsInserted: counted.rowsInserted,
  rowsUpdated: counted.rowsUpdated,
  rowsIgnored: counted.rowsIgnored,
  rowsRejected: problems.length,
})
