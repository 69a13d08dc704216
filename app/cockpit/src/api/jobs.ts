import type { paths } from '../../gen/api.d.ts'
import { ApiError } from './api-error.ts'
import { API, api, authorizedFetch, bodyOf } from './client.ts'
import { pollDelayMs } from './poll-delay.ts'

type Operation = paths['/operations/{id}']['get']['responses'][200]['content']['application/json']
/** A heavy operation: how far it is, or how it ended. */
export type Job = Omit<Operation, 'success'>

/** Paths of what may run in the background. */
export type HeavyPath = {
  [Path in keyof paths]: paths[Path] extends { post: { parameters: { header?: { Prefer?: string } } } } ? Path : never
}[keyof paths]

type Post<Path extends HeavyPath> = paths[Path] extends { post: infer Call } ? Call : never
export type JobBody<Path extends HeavyPath> =
  Post<Path> extends { requestBody: { content: { 'application/json': infer Body } } } ? Body : never
/** What the operation answers; one that streams leaves a file instead (`FileResult`). */
export type JobResult<Path extends HeavyPath> =
  Post<Path> extends { responses: { 200: { content: { 'application/json': infer Body } } } }
    ? Omit<Body, 'success'>
    : never

/** What an operation leaves that streams its answer, such as an export. */
export interface FileResult {
  readonly file: { readonly name: string; readonly sizeBytes: number }
  readonly contentType: string
  readonly 'X-Row-Count'?: string
  readonly 'X-Truncated'?: string
}

export interface JobOptions {
  /** Media type of the file that is to be written. */
  readonly accept?: string
  readonly whileQueued?: WhileQueued
}

/** Told when others have to end first. @returns what ends the waiting. @throws to end it at once. */
export type WhileQueued = () => AbortSignal

/** Longer than any of these should take; a job that is not wanted any more can be cancelled. */
const TIMEOUT_SECONDS = 600

/** How long to wait until others may have ended, where the API does not say. */
const QUEUE_SECONDS = 1

/** Starts it, when the API takes one more: it runs few at a time for one user. @returns its id. @throws ApiError. */
export const startJob = async <Path extends HeavyPath>(
  path: Path,
  body: JobBody<Path>,
  { accept = 'application/json', whileQueued }: JobOptions = {},
): Promise<string> => {
  for (;;) {
    const request = new Request(`${API}${path.slice(1)}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: accept, Prefer: 'respond-async' },
      body: JSON.stringify({ timeout: TIMEOUT_SECONDS, ...(body as object) }),
    })
    try {
      const response = await authorizedFetch(request)
      const { operationId } = (await response.json()) as { operationId: string }
      return operationId
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'TOO_MANY_OPERATIONS' || !whileQueued) throw error
      await pause(1_000 * (error.retryAfterSeconds ?? QUEUE_SECONDS), whileQueued())
      whileQueued()
    }
  }
}

/**
 * Asks how far a job is until it has ended, and what of its answer is known by then. Waits as long as it is told to when it asks too often.
 *
 * @returns the job as it succeeded.
 * @throws ApiError with which the job failed, also when it was cancelled.
 */
export const watchJob = async (id: string, signal: AbortSignal, onProgress: (job: Job) => void): Promise<Job> => {
  const found: Record<string, unknown>[] = []
  for (let round = 0; ; round++) {
    await pause(pollDelayMs(round), signal)
    let job: Job
    try {
      job = await readJob(id, signal, found.length)
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429) throw error
      await pause(1_000 * (error.retryAfterSeconds ?? 1), signal)
      continue
    }
    if (job.status === 'succeeded') return job
    if (job.error) throw new ApiError({ status: 200, title: job.error.error, ...job.error, operationId: id })
    found.push(...(job.found ?? []))
    onProgress({ ...job, found: [...found] })
  }
}

/** @param known parts of its answer that are there already; absent asks for none. */
export const readJob = (id: string, signal?: AbortSignal, known?: number): Promise<Job> =>
  bodyOf(
    api.GET('/operations/{id}', {
      params: { path: { id }, query: known === undefined ? {} : { known } },
      signal: signal ?? null,
    }),
  )

/** Asks a job to end; heard by the server also when the page is being left. @throws ApiError. */
export const cancelJob = async (id: string): Promise<void> => {
  await api.DELETE('/operations/{id}', { params: { path: { id } }, keepalive: true })
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
