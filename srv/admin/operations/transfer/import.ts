import * as t from '../../core/json-schema.ts'
import { parseColumnList } from '../../core/column-list.ts'
import { AdminError } from '../../errors.ts'
import { inSession, type Operation, type ResolvedTable } from '../operation.ts'
import { type FileOptions, type OpenFile, openFile } from './import/open-file.ts'
import { output, tellFile } from './import/output.ts'
import { findTarget, type ImportOptions } from './import/prepare-task.ts'
import { importRows } from './import/rows.ts'

/** Files of one request. */
const MAX_FILES = 100

const input = t.object({
  ...t.optionals({
    table: t.string('Table that the rows of `file` are for'),
    file: t.string('Name of a file in the files directory; gzip may have packed it (`film.csv.gz`)'),
    files: t.array(
      t.object(
        { table: t.string('Table that the rows are for'), file: t.string('Name of a file in the files directory') },
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
    onError: t.oneOf(
      ['abort', 'skip'],
      '`abort`: all rows or none; `skip`: rows that cannot be inserted are left out and reported',
      { default: 'abort' },
    ),
    maxErrors: t.integer('Rows of each file that may be left out: 100 by default', { minimum: 0, maximum: 10_000 }),
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

/**
 * Brings the rows of files into tables in one transaction, after deleting those that they have if asked to. What CAP's
 * services would do besides (handlers, managed fields, checks of targets) does not happen.
 *
 * @throws AdminError `INVALID_FILE_NAME`, `FILE_NOT_FOUND`, `INVALID_FILE_CONTENT` naming line and column,
 *   `COLUMN_MISMATCH`, `TRUNCATE_BLOCKED`, `CONSTRAINT_VIOLATION`, `IMPORT_REJECTED`; the tables are as they were then.
 * @see Admin REST API, Endpoints, POST /import. The modes, defaults and the shape of the answer are ours.
 */
export const importTable: Operation<typeof input> = {
  summary: 'Brings the rows of csv, tsv, JSON or xlsx files into tables',
  input,
  output,
  isHeavy: true,
  run: async (context, body: t.Static<typeof input>) => {
    const startedMs = performance.now()
    const wanted = filesOf(body)
    const options = optionsOf(body)
    // Whether there are such tables is told before anything of the files.
    const targets = await inSession(context, async (within) => {
      const found: { name: string; target: ResolvedTable }[] = []
      for (const { table, file } of wanted)
        found.push({ name: file, target: await findTarget(within, { schema: body.schema, table }) })
      return found
    })
    const opened: OpenFile[] = []
    try {
      for (const target of targets) opened.push(await openFile(context, target, fileOptionsOf(body)))
      const tasks = opened.map(({ task }) => task)
      const outcomes = await importRows(context, options, tasks)
      const told = outcomes.map((outcome, index) => ({
        ...tellFile(outcome),
        format: opened[index]?.format ?? 'csv',
        compression: opened[index]?.compression ?? null,
      }))
      const sum = (name: 'rowsRead' | 'rowsInserted' | 'rowsUpdated' | 'rowsIgnored' | 'rowsRejected'): number =>
        told.reduce((total, file) => total + file[name], 0)
      return {
        ...(body.files ? { files: told } : told[0]),
        mode: options.mode,
        matchMode: options.matchMode,
        emptied: options.truncate,
        truncated: options.truncate,
        dryRun: options.dryRun,
        rowsRead: sum('rowsRead'),
        rowsInserted: sum('rowsInserted'),
        rowsUpdated: sum('rowsUpdated'),
        rowsIgnored: sum('rowsIgnored'),
        rowsRejected: sum('rowsRejected'),
        durationMs: Math.round(performance.now() - startedMs),
      }
    } finally {
      for (const file of opened) await file.close()
    }
  },
}

type Body = t.Static<typeof input>

/** @throws AdminError `MISSING_PARAMETER`, `INVALID_PARAMETER` unless there is either one file or several. */
const filesOf = ({ table, file, files }: Body): readonly { table: string; file: string }[] => {
  if (files) {
    if (table === undefined && file === undefined) return files
    throw new AdminError('INVALID_PARAMETER', "'files' stands instead of 'table' and 'file'")
  }
  if (table === undefined) throw new AdminError('MISSING_PARAMETER', "'table' is required")
  if (file === undefined) throw new AdminError('MISSING_PARAMETER', "'file' is required")
  return [{ table, file }]
}

/** @throws AdminError `INVALID_PARAMETER` for options that contradict each other. */
const optionsOf = (body: Body): ImportOptions => {
  const { mode = 'insert', truncate = false, onError = 'abort', maxErrors } = body
  const keys = parseColumnList(body.keys, 'keys')
  if (maxErrors !== undefined && onError !== 'skip')
    throw new AdminError('INVALID_PARAMETER', "'maxErrors' counts only with 'onError' skip")
  if (keys && mode === 'insert')
    throw new AdminError('INVALID_PARAMETER', "'keys' counts only with 'mode' upsert, ignore or update")
  if (truncate && mode === 'update')
    throw new AdminError('INVALID_PARAMETER', "'mode' update has nothing to update after 'truncate'")
  return {
    mode,
    keys,
    matchMode: body.matchMode ?? 'auto',
    needsNames: body.hasHeader === undefined,
    renumbers: body.identities === 'renumber',
    truncate,
    strictColumns: body.strictColumns ?? false,
    onError,
    maxErrors: maxErrors ?? 100,
    batchSize: body.batchSize ?? 1_000,
    dryRun: body.dryRun ?? false,
    values: body.values,
    isStrict: body.strict,
    spelling: { decimal: body.decimal ?? '.', dates: body.dates ?? 'iso', epoch: body.epoch ?? null },
  }
}

const fileOptionsOf = (body: Body): FileOptions => ({
  format: body.format,
  delimiter: body.delimiter,
  decimal: body.decimal ?? '.',
  encoding: body.encoding ?? 'utf-8',
  nullValues: parseColumnList(body.nullValues, 'nullValues') ?? [],
  hasHeader: body.hasHeader ?? true,
  allowIncomplete: body.allowIncomplete ?? false,
})
