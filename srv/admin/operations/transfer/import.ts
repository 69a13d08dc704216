import { type Static, type TLiteral, Type } from '@sinclair/typebox'
import { wordList } from '../input-types.ts'
import { parseColumnList } from '../../core/column-list.ts'
import { AdminError } from '../../errors.ts'
import type { Operation } from '../operation.ts'
import { countRows } from './import/count-rows.ts'
import { findTarget, importRows } from './import/rows.ts'
import { formatOf, openSource } from './import/source.ts'

const literals = <Name extends string>(...names: readonly Name[]): TLiteral<Name>[] =>
  names.map((name) => Type.Literal(name))

const input = Type.Object({
  table: Type.String(),
  file: Type.String({ description: 'Name of a file in the files directory' }),
  schema: Type.Optional(Type.String({ description: 'The current one by default' })),
  matchMode: Type.Optional(
    Type.Union(literals('order', 'name', 'auto'), {
      default: 'auto',
      description:
        'Which column of the file goes into which of the table: `order` the first into the first and so on; `name` by ' +
        'name, ignoring others; `auto` by name, others by their place',
    }),
  ),
  truncate: Type.Optional(Type.Boolean({ default: false, description: 'Deletes all rows of the table first' })),
  format: Type.Optional(
    Type.Union(literals('csv', 'tsv', 'json', 'ndjson', 'xlsx'), { description: "By the file's name by default" }),
  ),
  delimiter: Type.Optional(
    Type.String({ pattern: '^[\\t !#-/:-@\\[-`{-~]$', description: 'Of csv: a comma by default' }),
  ),
  encoding: Type.Optional(Type.Union(literals('utf-8', 'latin1'), { default: 'utf-8', description: 'Of csv and tsv' })),
  hasHeader: Type.Optional(
    Type.Boolean({ default: true, description: 'The first row of csv, tsv and xlsx has names of columns' }),
  ),
  nullValues: wordList('Words that stand for NULL in csv where they are not in quotes, besides the empty field'),
  onError: Type.Optional(
    Type.Union(literals('abort', 'skip'), {
      default: 'abort',
      description: '`abort`: all rows or none; `skip`: rows that cannot be inserted are left out and reported',
    }),
  ),
  maxErrors: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 10_000, description: 'Rows that may be left out: 100 by default' }),
  ),
  dryRun: Type.Optional(Type.Boolean({ default: false, description: 'Does everything and undoes it' })),
  strictColumns: Type.Optional(
    Type.Boolean({ default: false, description: 'Columns of the file that go nowhere are an error' }),
  ),
  batchSize: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 10_000, default: 1_000, description: 'Most rows sent at a time under `skip`' }),
  ),
})

const output = Type.Object({
  schema: Type.String(),
  table: Type.String(),
  file: Type.String(),
  format: Type.String(),
  matchMode: Type.String(),
  truncated: Type.Boolean({ description: 'The rows that the table had are gone' }),
  dryRun: Type.Boolean({ description: 'Nothing of this has stayed' }),
  rowsRead: Type.Integer(),
  rowsInserted: Type.Integer(),
  rowsRejected: Type.Integer(),
  columnMapping: Type.Array(Type.Object({ file: Type.String(), table: Type.String() })),
  ignoredFileColumns: Type.Array(Type.String()),
  defaultedColumns: Type.Array(Type.String(), { description: 'Columns that got their default' }),
  errors: Type.Array(
    Type.Object({
      line: Type.Integer({ description: "Of the file, from 1; a spreadsheet's row" }),
      column: Type.Union([Type.String(), Type.Null()]),
      code: Type.String(),
      message: Type.String(),
    }),
  ),
  durationMs: Type.Integer(),
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
  name: 'import',
  summary: 'Inserts the rows of a csv, tsv, JSON or xlsx file into a table',
  input,
  output,
  isHeavy: true,
  run: async (context, body: Static<typeof input>) => {
    const startedMs = performance.now()
    const { schema, matchMode = 'auto', truncate = false, onError = 'abort', dryRun = false } = body
    if (body.maxErrors !== undefined && onError !== 'skip')
      throw new AdminError('INVALID_PARAMETER', "'maxErrors' counts only with 'onError' skip")
    // Whether there is such a table is told before anything of the file.
    const target = await context.database.read(context, (session) =>
      findTarget(context, session, { schema, table: body.table }),
    )
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
        unpackLimits: { bytes: context.config.limits.importFileBytesMax, ratio: 250 },
      })
      const { strictColumns = false, batchSize = 1_000, maxErrors = 100 } = body
      const { table, mapping, rowsRead, rowsInserted, problems } = await importRows(
        context,
        { schema, table: body.table, matchMode, truncate, strictColumns, onError, maxErrors, batchSize, dryRun },
        source,
      )
      return {
        schema: table.schema,
        table: table.name,
        file: body.file,
        format,
        matchMode,
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
