import { Type } from '@sinclair/typebox'
import { AdminError } from '../errors.ts'
import type { ManagedFiles } from '../files/managed-files.ts'
import type { Jobs } from '../jobs/jobs.ts'
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
  rowsDone: Type.Union([Type.Integer(), Type.Null()], { description: 'Null when it is not known' }),
  rowsTotal: Type.Union([Type.Integer(), Type.Null()], { description: 'Null when it is not known' }),
  startedAt: Type.String({ format: 'date-time' }),
  endedAt: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
  result: Type.Optional(Type.Object({}, { description: 'What the operation answered, without `success`' })),
  error: Type.Optional(Type.Object({ code: Type.String(), error: Type.String(), details: Type.String() })),
})

/** Watching and ending heavy work. Ours: the contract has no background work. */
export const jobEndpoints = (jobs: Jobs, files: ManagedFiles): readonly Endpoint[] => [
  {
    ...COMMON,
    method: 'GET',
    path: '/operations',
    summary: 'Lists your heavy operations that run or have ended within the hour; all of them for an admin',
    output: Type.Object({
      operations: Type.Array(Type.Omit(OPERATION, ['result'])),
      count: Type.Integer(),
      truncated: Type.Literal(false),
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
    output: OPERATION,
    handle: ({ parameters: { id = '' }, user }) => jobs.find(id, user),
  },
  {
    ...COMMON,
    method: 'GET',
    path: '/operations/{id}/file',
    summary: 'Downloads the file that an operation in the background has written',
    handle: async ({ parameters: { id = '' }, user }) => {
      const { result } = (await jobs.find(id, user)) as { result?: { file?: { name?: unknown } } }
      const name = result?.file?.name
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
    handle: ({ parameters: { id = '' }, user }) => jobs.cancel(id, user),
  },
]

const COMMON = {
  role: 'viewer',
  tag: 'Background work',
  input: NO_INPUT,
  body: 'none',
  isPlain: false,
} as const
