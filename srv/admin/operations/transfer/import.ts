import type * as t from '../../core/json-schema.ts'
import { parseColumnList } from '../../core/identifiers.ts'
import { AdminError } from '../../core/errors.ts'
import { inSession, type Operation, type OperationContext } from '../operation.ts'
import { input, output, tellFile } from './import/schemas.ts'
import { type FileOptions, type OpenFile, openFile } from './import/open-file.ts'
import { findTarget, type ImportOptions, type ImportTask, type Prepared, prepareTask } from './import/prepare-task.ts'
import { keepRejected } from './import/keep-rejected.ts'
import { inDryRun } from '../../core/dry-run.ts'
import type { WriteSession } from '../../database/session.ts'
import { type ImportOutcome, writeTasks, type WriteOptions } from './import/write-tasks.ts'

/**
 * Empties the tables if asked to and brings in the rows of all files, all or nothing; a dry run does it all and undoes it.
 *
 * @returns outcomes in the order of the tasks.
 */
const importRows = async (
  context: OperationContext,
  options: ImportOptions,
  tasks: readonly ImportTask[],
): Promise<readonly ImportOutcome[]> => {
  const started = performance.now()
  try {
    return await writeRows(context, { ...options, checksEachRow: options.onError === 'skip' }, tasks)
  } catch (error) {
    if (!isViolation(error) || namesLine(error)) throw error
    // The database has looked at all rows at once: a second time, which is undone, it looks at each.
    const rest = { ...context, timeoutMs: Math.max(1, context.timeoutMs - (performance.now() - started)) }
    const found = await writeRows(rest, { ...options, dryRun: true, checksEachRow: true }, tasks).catch(
      (second: unknown) => second,
    )
    throw isViolation(found) && namesLine(found) ? found : error
  }
}

const isViolation = (error: unknown): error is AdminError =>
  error instanceof AdminError && error.code === 'CONSTRAINT_VIOLATION'

const namesLine = ({ details }: AdminError): boolean => /^(?:File '[^']*': )?Line \d/.test(details)

const writeRows = async (
  context: OperationContext,
  options: WriteOptions,
  tasks: readonly ImportTask[],
): Promise<readonly ImportOutcome[]> => {
  const write = <T>(work: (session: WriteSession) => Promise<T>): Promise<T> => context.database.write(context, work)
  const work = async (session: WriteSession): Promise<readonly ImportOutcome[]> => {
    const within = { ...context, session }
    const prepared: Prepared[] = []
    for (const task of tasks) prepared.push(await prepareTask(within, options, task))
    const checks: (() => Promise<void>)[] = []
    if (options.dryRun) for (const { target } of prepared) checks.push(await session.deferredChecks(target))
    const done = await writeTasks(within, options, prepared)
    for (const check of checks) await check()
    return prepared.flatMap((task) => done.get(task) ?? [])
  }
  return options.dryRun ? inDryRun(write, work) : write(work)
}

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
      const found: Parameters<typeof openFile>[1][] = []
      for (const { table, file, columnMapping } of wanted) {
        const target = await findTarget(within, { schema: body.schema, table })
        found.push({ name: file, target, columnMapping })
      }
      return found
    })
    const opened: OpenFile[] = []
    try {
      for (const target of targets) opened.push(await openFile(context, target, fileOptionsOf(body)))
      const tasks = opened.map(({ task }) => task)
      const outcomes = await importRows(context, options, tasks)
      const told: (ReturnType<typeof tellFile> & Pick<OpenFile, 'format' | 'compression'>)[] = []
      for (const [index, outcome] of outcomes.entries())
        told.push({
          ...tellFile(outcome),
          format: opened[index]?.format ?? 'csv',
          compression: opened[index]?.compression ?? null,
          ...(body.keepRejected === true && { rejectedFile: await keepRejected(context, outcome) }),
        })
      const sum = (name: 'rowsRead' | 'rowsInserted' | 'rowsUpdated' | 'rowsIgnored' | 'rowsRejected'): number =>
        told.reduce((total, file) => total + file[name], 0)
      return {
        ...(body.files ? { files: told } : told[0]),
        mode: options.mode,
        matchMode:
          body.columnMapping || body.files?.some((file) => file.columnMapping) ? 'columnMapping' : options.matchMode,
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
const filesOf = ({ table, file, files, columnMapping }: Body): NonNullable<Body['files']> => {
  if (files) {
    if (table === undefined && file === undefined && columnMapping === undefined) return files
    throw new AdminError('INVALID_PARAMETER', "'files' stands instead of 'table', 'file' and 'columnMapping'")
  }
  if (table === undefined) throw new AdminError('MISSING_PARAMETER', "'table' is required")
  if (file === undefined) throw new AdminError('MISSING_PARAMETER', "'file' is required")
  return [{ table, file, ...(columnMapping && { columnMapping }) }]
}

/** @throws AdminError `INVALID_PARAMETER` for options that contradict each other. */
const optionsOf = (body: Body): ImportOptions => {
  const { mode = 'insert', truncate = false, onError = 'abort', maxErrors } = body
  const keys = parseColumnList(body.keys, 'keys')
  if (maxErrors !== undefined && onError !== 'skip')
    throw new AdminError('INVALID_PARAMETER', "'maxErrors' counts only with 'onError' skip")
  if (body.keepRejected === true && onError !== 'skip')
    throw new AdminError('INVALID_PARAMETER', "'keepRejected' counts only with 'onError' skip")
  if ((body.matchMode ?? 'auto') !== 'auto' && filesOf(body).some(({ columnMapping }) => columnMapping))
    throw new AdminError('INVALID_PARAMETER', "'columnMapping' stands instead of 'matchMode'")
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
    spelling: {
      decimal: body.decimal ?? '.',
      dates: body.dates ?? 'iso',
      epoch: body.epoch ?? null,
      booleans: {
        true: parseColumnList(body.trueValues, 'trueValues') ?? [],
        false: parseColumnList(body.falseValues, 'falseValues') ?? [],
      },
    },
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
