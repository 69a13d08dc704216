/** What a benchmark of one operation is: what readies it, what it does, and what it is compared with. */
import type { Engine } from '../engines/engine.ts'
import { call, download } from '../requests.ts'
import type { Server } from '../server.ts'

/** What operations are measured on. */
export interface Bench {
  readonly engine: Engine
  readonly server: Server
  /** The server's directory of files. */
  readonly folder: string
  /** Of the table `bench`. */
  readonly rows: number
}

export interface Rival {
  readonly name: string
  run(): void
}

/** At most; of time a multiple of the rival's. */
export interface Goals {
  readonly ratio: number
  readonly memoryGrowthMiB: number
  readonly odataP95Ms: number
}

export const GOALS: Goals = { ratio: 1.5, memoryGrowthMiB: 150, odataP95Ms: 50 }

/** One operation on one database; whatever is not `run` is not timed. */
export interface Operation {
  /** As its URL spells it. */
  readonly name: string
  readonly goals: Goals
  /** Once: fills what it needs, and warms up. */
  prepare(): Promise<unknown>
  /** Before each turn of the operation and of its rival. */
  reset(): void
  run(): Promise<unknown>
  /** Undefined where its tool is not installed. */
  readonly rival: Rival | undefined
  /** Of the data that one run moves; asked after the runs. */
  bytes(): number
}

/** In seconds; the most that the API grants. */
const timeout = 600

/** Exports the first rows of the table `bench` to a file as CSV. */
export const exportRows = ({ server }: Bench, limit: number, file: string): Promise<void> =>
  download(`${server.url}/api/v1/export`, { table: 'bench', limit, timeout }, file)

/** Calls any other operation. @returns its answer. */
export const callOperation = ({ server }: Bench, name: string, body: object): Promise<unknown> =>
  call(`${server.url}/api/v1/${name}`, { ...body, timeout })
