import { Worker } from 'node:worker_threads'
import cds from '@sap/cds'
import { workerUrl } from '../../core/worker-url.ts'
import { AdminError } from '../../core/errors.ts'
import type { ModelStatements } from '../../core/model.ts'
import type { CompileOptions } from './statements.ts'

export interface Question {
  readonly root: string
  readonly options: CompileOptions
  readonly recorded: string | null
}

/**
 * The statements by which CAP would deploy the application's model to its database, and how they differ from what it deployed last.
 *
 * @param recorded what is in `cds_model`; null where there is none.
 * @param signal ends the compilation.
 * @throws AdminError `NOT_SUPPORTED` for a model that cannot be compiled.
 */
export const compileModel = (recorded: string | null, signal: AbortSignal): Promise<ModelStatements> =>
  new Promise((resolve, reject) => {
    const { credentials: _, ...options } = (
      cds.db as unknown as { readonly options: Readonly<Record<string, unknown>> }
    ).options
    const question: Question = {
      root: cds.root,
      options: JSON.parse(JSON.stringify(options)) as CompileOptions,
      recorded,
    }
    // What plugins write when they are loaded has been written by this process already.
    const worker = new Worker(workerUrl(import.meta.url), { workerData: question, stdout: true, stderr: true })
    const fail = (cause?: unknown): void => {
      reject(
        signal.aborted
          ? (signal.reason as Error)
          : new AdminError('NOT_SUPPORTED', 'The model of the application cannot be compiled', { cause }),
      )
    }
    const leave = (): void => void worker.terminate()
    signal.addEventListener('abort', leave)
    worker
      .once('message', resolve)
      .once('error', fail)
      .once('exit', () => {
        signal.removeEventListener('abort', leave)
        fail()
      })
    worker.once('message', leave)
    if (signal.aborted) leave()
  })
