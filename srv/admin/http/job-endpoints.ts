import { Type } from '@sinclair/typebox'
import { AdminError } from '../errors.ts'
import type { DirectoryStore } from '../files/file-store.ts'
import type { JobRegistry } from '../jobs/job-registry.ts'
import type { Endpoint } from './endpoint.ts'
import { fileResult } from './file-result.ts'

const NO_INPUT = Type.Object({})

const OPERATION = Type.Object({
  operationId: Type.String({ format: 'uuid' }),
  operation: Type.String(),
  owner: Type.String(),
  background: Type.Boolean({ description: 'Went on after its request was answered' }),
  status: Type.Union(['running', 'succeeded', 'failed', 'cancelled'].map((status) => Type.Literal(status))),
  phase: Type.String(),
  rowsDone: Type.Integer(),
  rowsTotal: Type.Union([Type.Integer(), Type.Null()]),
  startedAt: Type.String({ format: 'date-time' }),
  endedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  result: Type.Optional(Type.Object({}, { description: 'What the operation answered, without `success`' })),
  error: Type.Optional(Type.Object({ code: Type.String(), error: Type.String(), details: Type.String() })),
})

/** Watching and ending heavy work. Ours: the contract has no background work. */
export const jobEndpoints = (jobs: JobRegistry, files: DirectoryStore): readonly Endpoint[] => [
  {
    ...COMMON,
    method: 'GET',
    path: '/operations',
    summary: 'Lists your heavy operations that run or have ended within the hour; all of them for an admin',
    output: Type.Object({ operations: Type.Array(Type.Omit(OPERATION, ['result'])), count: Type.Integer() }),
    handle: async ({ user }) => {
      const operations = jobs.list(user).map((job) => job.describe(false))
      return { operations, count: operations.length }
    },
  },
  {
    ...COMMON,
    method: 'GET',
    path: '/operations/{id}',
    summary: 'Tells how far an operation is, or how it ended',
    output: OPERATION,
    handle: async ({ parameters: { id = '' }, user }) => jobs.find(id, user).describe(true),
  },
  {
    ...COMMON,
    method: 'GET',
    path: '/operations/{id}/file',
    summary: 'Downloads the file that an operation in the background has written',
    handle: async ({ parameters: { id = '' }, user }) => {
      const file = jobs.find(id, user).result?.['file']
      const name = typeof file === 'object' && file !== null && 'name' in file ? file.name : undefined
      if (typeof name !== 'string') throw new AdminError('FILE_NOT_FOUND', 'The operation has written no file')
      return fileResult(files, name)
    },
  },
  {
    ...COMMON,
    method: 'DELETE',
    path: '/operations/{id}',
    summary: 'Cancels an operation; without effect when it has ended',
    output: OPERATION,
    handle: async ({ parameters: { id = '' }, user }) => {
      const job = jobs.find(id, user)
      job.cancel()
      return job.describe(true)
    },
  },
]

const COMMON = {
  role: 'viewer',
  tag: 'Background work',
  input: NO_INPUT,
  body: 'none',
  isPlain: false,
  isHeavy: false,
} as const
