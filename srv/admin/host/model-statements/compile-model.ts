import { Worker } from 'node:worker_threads'
import cds from '@sap/cds'
import { workerUrl } from '../../core/worker-url.ts'
import { AdminError } from '../../core/errors.ts'
import type { ModelStatements } from '../../core/model.ts'

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

/** Of the database that CAP is connected to. */
type CompileOptions = Readonly<Record<string, unknown>>

interface Csn {
  readonly definitions: Readonly<Record<string, Definition>>
}
interface Definition {
  readonly kind: string
  readonly elements?: Elements
  readonly query?: object
  readonly projection?: object
}
type Elements = Readonly<Record<string, { readonly type?: unknown; readonly items?: object }>>

/** The part of CAP's compiler that deployments use. */
interface Compiler {
  readonly compile: {
    readonly to: {
      sql: ((model: object, options: CompileOptions) => string[]) & {
        delta(
          model: object,
          options: CompileOptions,
          before: object,
        ): { readonly drops: readonly string[]; readonly createsAndAlters: readonly string[] }
      }
      /** Each artifact with the name of its file. */
      hana(model: object, options: object): Iterable<readonly [content: unknown, { readonly file: string }]>
    }
  }
  readonly deploy: { exclude_external_entities_in(model: object): unknown }
}

/**
 * @param recorded what a deployment has left in `cds_model`.
 * @returns statements; for SAP HANA the artifacts that HDI deploys.
 * @see `@sap/cds/lib/dbs/cds-deploy.js`
 */
export const statementsOf = (model: object, options: CompileOptions, recorded: string | null): ModelStatements => {
  const { compile, deploy } = cds as unknown as Compiler
  deploy.exclude_external_entities_in(model)
  // HDI knows by itself what it has deployed.
  if (options['kind'] === 'hana') return { create: artifactsOf(model), recorded: null }
  const create = compile.to.sql(model, options)
  if (recorded === null) return { create, recorded: null }
  const before = JSON.parse(recorded) as Csn
  const recordedTables = { create: tablesOf(before, options) }
  try {
    const { drops, createsAndAlters } = compile.to.sql.delta(model, options, before)
    return { create, recorded: { ...recordedTables, delta: [...drops, ...createsAndAlters], refusal: null } }
  } catch (error) {
    // Such as one that would drop a table.
    return { create, recorded: { ...recordedTables, delta: null, refusal: (error as Error).message } }
  }
}

const artifactsOf = (model: object): string[] =>
  [...(cds as unknown as Compiler).compile.to.hana(model, {})].flatMap(([content, { file }]) =>
    typeof content === 'string' && /\.hdb(?:table|view|index|constraint)$/.test(file) ? [content] : [],
  )

/** What is recorded is a model that was compiled already; of that, only the columns of tables can be compiled again. */
const tablesOf = ({ definitions }: Csn, options: CompileOptions): string[] | null => {
  const tables = Object.entries(definitions).flatMap(([name, { kind, elements, query, projection }]) =>
    kind === 'entity' && elements && !query && !projection ? [[name, { kind, elements: columnsOf(elements) }]] : [],
  )
  try {
    return (cds as unknown as Compiler).compile.to.sql({ definitions: Object.fromEntries(tables) as object }, options)
  } catch {
    return null
  }
}

const columnsOf = (elements: Elements): Elements =>
  Object.fromEntries(
    Object.entries(elements).flatMap(([name, element]) => {
      if (element.type === 'cds.Association' || element.type === 'cds.Composition') return []
      // Its type may be one that is not recorded; what is stored is a text.
      return [[name, element.items ? { type: 'cds.LargeString' } : element]]
    }),
  )
