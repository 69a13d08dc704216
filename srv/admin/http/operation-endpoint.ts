import type { AdminConfig } from '../config.ts'
import { sensitiveColumns } from '../core/find-entity.ts'
import { foldName } from '../core/identifiers.ts'
import { AdminError } from '../core/errors.ts'
import type { ManagedFiles, ResultFiles } from '../files/managed-files.ts'
import { Job } from '../jobs/job.ts'
import type { Jobs } from '../jobs/job-registry.ts'
import { runBounded } from '../jobs/run-bounded.ts'
import { takePlace, objectOf } from './heavy-place.ts'
import type { Meters } from '../meters.ts'
import { type JsonObject, type Operation, type OperationContext, StreamedResult } from '../operations/operation.ts'
import { type HiddenRows, tellHidden, withHiddenRows, databaseOf, type WorkOptions } from '../operations/masking.ts'
import type { OperationCall, OperationEndpoint } from './endpoint.ts'
import { toAdminError } from './error-handler.ts'
import { recorded, type RecordRead, type SensitiveReads, sensitiveReads } from './audit.ts'
import type { Route } from './routes.ts'
import { toJson } from './send-result.ts'

/** What operations get from the frame, but for what belongs to the single call. */
export type OperationServices = Pick<
  OperationContext,
  'dialect' | 'database' | 'names' | 'model' | 'modelStatements' | 'checkFiles' | 'checkHistory' | 'application'
>

export interface OperationFrame {
  readonly services: OperationServices
  readonly config: AdminConfig
  readonly files: ManagedFiles
  readonly results: ResultFiles
  readonly jobs: Jobs
  /** Told when work has ended that goes on after its answer. */
  readonly onBackgroundEnd: (end: BackgroundEnd) => void
  readonly watch: Meters['operation']
  /** Records that somebody reads sensitive data; absent where the application does not. */
  readonly recordRead?: RecordRead | undefined
}

export interface BackgroundEnd {
  readonly call: OperationCall
  readonly durationMs: number
  readonly result: JsonObject
  readonly error: AdminError | null
}

/** Serves an operation: its stricter roles, its time, its place among the heavy work, its way into the background. */
export const operationEndpoint = (
  { method, path, operation, role, isPlain }: Route,
  frame: OperationFrame,
): OperationEndpoint => ({
  method,
  path,
  role,
  summary: operation.summary,
  tag: 'Operations',
  input: operation.input,
  output: operation.readsRows ? withHiddenRows(operation.output) : operation.output,
  body: method === 'POST' ? 'json' : 'none',
  isPlain: isPlain ?? false,
  isHeavy: operation.isHeavy,
  mayConflict: operation.mayConflict,
  onlyReads: method === 'GET' || (method === 'POST' && (role !== 'admin' || operation.onlyReads === true)),
  engine: () => frame.services.dialect.engine,
  hidesValue: (table, column) => sensitiveColumns(frame.services.model, table).has(foldName(column)),
  handle: async (call) => {
    const { timeout, ...input } = call.input
    const stricter = operation.roleFor?.(input)
    if (stricter) call.requireRole(stricter)
    const timeoutMs = 1000 * (typeof timeout === 'number' ? timeout : frame.config.timeoutSeconds)
    const isBackground = operation.isHeavy === true && call.wishes.isBackground
    const isShort = !operation.isHeavy || (!isBackground && operation.isShort?.(input) === true)
    const job = operation.isHeavy ? jobOf(call, path, objectOf(input), isBackground) : undefined
    const leave = job && (await takePlace(job, frame.jobs, isShort))
    const signals = [...(job ? [job.signal] : []), ...(isBackground ? [] : [call.signal])]
    const work = (): Promise<JsonObject | StreamedResult> =>
      runBounded({
        signals,
        timeoutMs,
        watch: () => frame.watch(path.slice(1)),
        work: (signal) => {
          const reads = operation.tellsValues ? sensitiveReads(frame.recordRead, call, `${method} ${path}`) : undefined
          const context = contextOf(call, frame, { signal, timeoutMs, isShort }, job, reads)
          const result = runTelling(operation, context, input)
          return reads ? recorded(result, reads) : result
        },
        onEnd: (error) => {
          if (!isBackground) leave?.(error)
        },
      })
    if (!job || !isBackground) return work()
    void finishInBackground(job, work, call, frame)
    call.wishes.onBackground()
    return { operationId: job.id, status: 'running' }
  },
})

const runTelling = async (
  { run, readsRows }: Operation,
  context: OperationContext,
  input: Parameters<Operation['run']>[1],
): Promise<JsonObject | StreamedResult> => {
  const result = await run(context, input)
  if (!readsRows || result instanceof StreamedResult) return result
  return { ...result, ...tellHidden(context.hiddenRows()) }
}

const jobOf = (call: OperationCall, path: string, object: string | null, isBackground: boolean): Job =>
  new Job({ id: call.operationId, operation: path.slice(1), object, owner: call.user.id, isBackground })

const contextOf = (
  call: OperationCall,
  frame: OperationFrame,
  { signal, timeoutMs, isShort }: Required<WorkOptions>,
  job: Job | undefined,
  reads: SensitiveReads | undefined,
): OperationContext => {
  const { names, dialect } = frame.services
  const hidden = new Map<string, HiddenRows>()
  const note = (found: HiddenRows): void => {
    hidden.set(JSON.stringify([found.schema, found.table]), found)
  }
  return {
    ...frame.services,
    names: (call.user.is('admin') ? names.forAdmins() : names).noting({
      onHidden: note,
      ...(reads && { onSensitive: reads.note }),
    }),
    hiddenRows: () => [...hidden.values()],
    isRecorded: reads !== undefined,
    database: databaseOf(frame.services.database, call.user, isShort, () => dialect.hides),
    config: frame.config,
    files: frame.files,
    user: call.user,
    signal,
    timeoutMs,
    accepts: (types) => call.wishes.accepts(types),
    // What is recorded is told when that is done, and not before.
    found: (part) => {
      if (!reads) job?.addFound(part)
    },
    progress: (phase, rowsDone = null, rowsTotal = null) => job?.progress({ phase, rowsDone, rowsTotal }),
  }
}

const finishInBackground = async (
  job: Job,
  work: () => Promise<JsonObject | StreamedResult>,
  call: OperationCall,
  frame: OperationFrame,
): Promise<void> => {
  let result: JsonObject = {}
  let error: AdminError | null = null
  try {
    const outcome = await work()
    result = outcome instanceof StreamedResult ? await writeToFile(outcome, job, frame) : outcome
    const text = toJson(result)
    const bytes = Buffer.byteLength(text)
    if (bytes > frame.config.limits.operationResultBytes)
      throw new AdminError('LIMIT_TOO_LARGE', `The result has ${bytes} bytes, too many to keep it`)
    job.succeed(result)
    frame.jobs.ended(job, text)
  } catch (thrown) {
    error = toAdminError(thrown)
    job.fail(error)
    frame.jobs.ended(job, null)
  }
  frame.onBackgroundEnd({ call, durationMs: job.elapsedMs, result, error })
}

/** A stream has nobody to go to in the background: it becomes a file that the result names. */
const writeToFile = async (
  result: StreamedResult,
  job: Job,
  { results, config }: OperationFrame,
): Promise<JsonObject> => {
  const [, stem = 'result', extension = ''] = /^(.*?)(\.\w{1,10})?$/.exec(result.fileName ?? fallbackName(result)) ?? []
  const safe = stem
    .replace(/[^A-Za-z0-9_-]+/g, '_')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 64)
  const chunks = result.chunks[Symbol.asyncIterator]()
  const name = `${safe || 'result'}-${job.id}${extension}`
  let file
  try {
    file = await results.create(name, { [Symbol.asyncIterator]: () => chunks }, config.limits.importFileBytesMax)
  } finally {
    await chunks.return?.() // where there is no room for a file, nobody has begun to read
  }
  const failure = result.failure()
  if (failure) {
    await results.remove(file.name)
    throw failure
  }
  return { file: { ...file }, contentType: result.contentType, ...result.headers, ...result.trailers() }
}

const fallbackName = ({ contentType }: StreamedResult): string =>
  contentType.startsWith('application/json') ? 'result.json' : 'result.txt'
