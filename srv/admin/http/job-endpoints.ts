import { Type } from '@sinclair/typebox'
import * as t from '../core/json-schema.ts'
import { AdminError } from '../core/errors.ts'
import type { ManagedFiles, ResultFiles } from '../files/managed-files.ts'
import type { Principal } from '../jobs/job.ts'
import type { Jobs } from '../jobs/job-registry.ts'
import type { Endpoint } from './endpoint.ts'
import { fileResult } from './file-endpoints.ts'

const NO_INPUT = t.object({})

const OPERATION = t.object({
  operationId: t.string(undefined, { format: 'uuid' }),
  ...t.strings('operation', 'owner'),
  object: t.nullable(t.string(), 'What it works on, as it was asked for: tables, a schema, a file'),
  background: t.boolean('Went on after its request was answered'),
  status: t.oneOf(['running', 'succeeded', 'failed', 'cancelled']),
  phase: t.string(),
  rowsDone: t.nullable(t.integer(), 'Null when it is not known'),
  rowsTotal: t.nullable(t.integer(), 'Null when it is not known'),
  startedAt: t.dateTime(),
  endedAt: t.nullable(t.dateTime()),
  hasFile: t.boolean('It has written a file: see `/operations/{id}/file`'),
  ...t.optionals({
    found: t.array(
      t.values(),
      'With `known`: parts of the answer that are known before it is, such as columns of a profile, where the process runs it that is asked',
    ),
    result: t.object({}, { description: 'What the operation answered, without `success`' }),
    error: t.object(t.strings('code', 'error', 'details')),
  }),
})

/** Watching and ending heavy work. Ours: the contract has no background work. */
export const jobEndpoints = (jobs: Jobs, files: ManagedFiles, results: ResultFiles): readonly Endpoint[] => [
  {
    ...COMMON,
    method: 'GET',
    path: '/operations',
    summary: 'Lists your heavy operations that run or have ended within the hour; all of them for an admin',
    output: t.object({
      operations: t.array(Type.Omit(OPERATION, ['result', 'found'])),
      count: t.integer(),
      truncated: t.literal(false),
    }),
    handle: async ({ user }) => {
      const operations = await jobs.list(user)
      return { operations, count: operations.length, truncated: false }
    },
  },
  {
    ...COMMON,
    method: 'GET',
    path: '/operations/{id}',
    summary: 'Tells how far an operation is, or how it ended',
    input: t.object({
      known: t.optional(t.integer('So many parts of the answer (`found`) are known to the client', { minimum: 0 })),
    }),
    output: OPERATION,
    handle: ({ parameters: { id = '' }, input: { known }, user }) =>
      jobs.find(id, user, typeof known === 'number' ? known : undefined),
  },
  {
    ...COMMON,
    method: 'GET',
    path: '/operations/{id}/file',
    summary: 'Downloads the file that an operation in the background has written',
    handle: async ({ parameters: { id = '' }, user }) => fileResult(files, await fileOf(jobs, id, user)),
  },
  {
    ...COMMON,
    method: 'DELETE',
    path: '/operations/{id}/file',
    summary: 'Removes the file that an operation in the background has written, before its time is over',
    output: t.object({ name: t.string() }),
    handle: async ({ parameters: { id = '' }, user }) => {
      const name = await fileOf(jobs, id, user)
      await results.remove(name)
      return { name }
    },
  },
  {
    ...COMMON,
    method: 'DELETE',
    path: '/operations/{id}',
    summary: 'Cancels an operation; without effect when it has ended',
    output: OPERATION,
    handle: ({ parameters: { id = '' }, user }) => jobs.cancel(id, user),
  },
]

/** @throws AdminError `OPERATION_NOT_FOUND` for operations of others, `FILE_NOT_FOUND`. */
const fileOf = async (jobs: Jobs, id: string, user: Principal): Promise<string> => {
  const { result } = (await jobs.find(id, user)) as { result?: { file?: { name?: unknown } } }
  const name = result?.file?.name
  if (typeof name !== 'string') throw new AdminError('FILE_NOT_FOUND', 'The operation has written no file')
  return name
}

const COMMON = {
  role: 'viewer',
  tag: 'Background work',
  input: NO_INPUT,
  body: 'none',
  isPlain: false,
} as const
