import * as t from '../../core/json-schema.ts'
import { parseColumnList } from '../../core/column-list.ts'
import { AdminError } from '../../errors.ts'
import { inSession, type Operation } from '../operation.ts'
import { countRows } from './import/count-rows.ts'
import { findTarget, importRows } from './import/rows.ts'
import { formatOf, openSource } from './import/source.ts'

const input = t.object({
  table: t.string(),
  file: t.string('Name of a file in the files directory'),
  ...t.optionals({
    schema: t.string('The current one by default'),
    matchMode: t.oneOf(
      ['order', 'name', 'auto'],
      'Which column of the file goes into which of the table: `order` the first into the first and so on; `name` by ' +
        'name, ignoring others; `auto` by name, others by their place',
      { default: 'auto' },
    ),
    truncate: t.boolean('Deletes all rows of the table first', { default: false }),
    format: t.oneOf(['csv', 'tsv', 'json', 'ndjson', 'xlsx'], "By the file's name by default"),
    delimiter: t.string('Of csv: a comma by default', { pattern: '^[\\t !#-/:-@\\[-`{-~]$' }),
    encoding: t.oneOf(['utf-8', 'latin1'], 'Of csv and tsv', { default: 'utf-8' }),
    hasHeader: t.boolean(
      'The first row of csv, tsv and xlsx has names of columns. True by default, and then one of them has to be a column of the table',
    ),
    nullValues: t.commaSeparated(
      'Words that stand for NULL in csv where they are not in quotes, besides the empty field',
    ),
    onError: t.oneOf(
      ['abort', 'skip'],
      '`abort`: all rows or none; `skip`: rows that cannot be inserted are left out and reported',
      { default: 'abort' },
    ),
    maxErrors: t.integer('Rows that may be left out: 100 by default', { minimum: 0, maximum: 10_000 }),
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
    batchSize: t.integer('Most rows sent at a time under `skip`', { minimum: 1, maximum: 10_000, default: 1_000 }),
  }),
})

const output = t.object({
  ...t.strings('schema', 'table', 'file', 'format', 'matchMode'),
  emptied: t.boolean('The rows that the table had are gone'),
  truncated: t.boolean('The same as `emptied`, its former name; elsewhere it says that a list is cut'),
  dryRun: t.boolean('Nothing of this has stayed'),
  ...t.integers('rowsRead', 'rowsInserted', 'rowsRejected'),
  columnMapping: t.arrayOf(t.strings('file', 'table')),
  ignoredFileColumns: t.stringArray(),
  defaultedColumns: t.stringArray('Columns that got their default'),
  errors: t.arrayOf({
    line: t.integer("Of the file, from 1; a spreadsheet's row"),
    column: t.nullable(t.string()),
    ...t.strings('code', 'message'),
  }),
  durationMs: t.integer(),
})

/**
 * Inserts the rows of a file into a table in one transaction, after deleting those that it has if asked to. What CAP's
 * services would do besides (handlers, managed fields, checks of targets) does not happen.
 *
 * @throws AdminError `INVALID_FILE_NAME`, `FILE_NOT_FOUND`, `INVALID_FILE_CONTENT` naming line and column,
 *   `COLUMN_MISMATCH`, `TRUNCATE_BLOCKED`, `CONSTRAINT_VIOLATION`, `IMPORT_REJECTED`; the table is as it was then.
 * @see Admin REST API, Endpoints, POST /import. The modes, defaults and the shape of the answer are ours.
 */
export const importTable: Operation<typeof input> = {
  summary: 'Inserts the rows of a csv, tsv, JSON or xlsx file into a table',
  input,
  output,
  isHeavy: true,
  run: async (context, body: t.Static<typeof input>) => {
    const startedMs = performance.now()
    const { schema, matchMode = 'auto', truncate = false, onError = 'abort', dryRun = false } = body
    if (body.maxErrors !== undefined && onError !== 'skip')
      throw new AdminError('INVALID_PARAMETER', "'maxErrors' counts only with 'onError' skip")
    // Whether there is such a table is told before anything of the file.
    const target = await inSession(context, (within) => findTarget(within, { schema, table: body.table }))
    const file = await context.files.open(body.file)
    try {
      const format = body.format ?? formatOf(body.file)
      const isObjects = format === 'json' || format === 'ndjson'
      const open = target.columns.length === 0 && !isObjects ? countRows : openSource
      const source = await open(file, {
        format,
        delimiter: body.delimiter,
        encoding: body.encoding ?? 'utf-8',
        nullValues: parseColumnList(body.nullValues, 'nullValues') ?? [],
        hasHeader: body.hasHeader ?? true,
        allowIncomplete: body.allowIncomplete ?? false,
        signal: context.signal,
        unpackLimits: { bytes: context.config.limits.importFileBytesMax, ratio: 250 },
      })
      const { strictColumns = false, batchSize = 1_000, maxErrors = 100 } = body
      const { table, mapping, rowsRead, rowsInserted, problems } = await importRows(
        context,
        {
          schema,
          table: body.table,
          matchMode,
          needsNames: body.hasHeader === undefined,
          renumbers: body.identities === 'renumber',
          truncate,
          strictColumns,
          onError,
          maxErrors,
          batchSize,
          dryRun,
        },
        source,
      )
      return {
        schema: table.schema,
        table: table.name,
        file: body.file,
        format,
        matchMode,
        emptied: truncate,
        truncated: truncate,
        dryRun,
        rowsRead,
        rowsInserted,
        rowsRejected: problems.length,
        columnMapping: mapping.pairs.map(({ fileName, column }) => ({ file: fileName, table: column.name })),
        ignoredFileColumns: mapping.ignoredFileColumns,
        defaultedColumns: mapping.defaultedColumns,
        errors: problems.map((problem) => ({ ...problem })),
        durationMs: Math.round(performance.now() - startedMs),
      }
    } finally {
      await file.close()
    }
  },
}
