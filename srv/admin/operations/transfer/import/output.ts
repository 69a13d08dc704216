import * as t from '../../../core/json-schema.ts'
import type { ImportOutcome } from './write-tasks.ts'

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
