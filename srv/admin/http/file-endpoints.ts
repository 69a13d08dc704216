import { Readable } from 'node:stream'
import type { Request } from 'express'
import * as t from '../core/json-schema.ts'
import type { AdminConfig } from '../config.ts'
import { AdminError } from '../core/errors.ts'
import type { ManagedFiles } from '../files/managed-files.ts'
import type { Endpoint } from './endpoint.ts'
import { StreamedResult } from '../operations/operation.ts'

/** A file as a download. */
export const fileResult = async (files: ManagedFiles, name: string): Promise<StreamedResult> => {
  const file = await files.open(name)
  return new StreamedResult({
    contentType: 'application/octet-stream',
    fileName: name,
    chunks: closing(file),
  })
}

async function* closing(file: Awaited<ReturnType<ManagedFiles['open']>>): AsyncGenerator<Uint8Array> {
  try {
    yield* file.read()
  } finally {
    await file.close()
  }
}

const NO_INPUT = t.object({})

const FILE = t.object({ name: t.string(), sizeBytes: t.integer(), modifiedAt: t.dateTime() })

/** The directory that import reads from. Ours: the contract leaves open how files get there. */
export const fileEndpoints = (files: ManagedFiles, config: AdminConfig): readonly Endpoint[] => [
  {
    ...COMMON,
    method: 'GET',
    path: '/files',
    summary: 'Lists the files that can be imported',
    output: t.object({
      files: t.array(FILE),
      ...t.integers('count', 'total'),
      truncated: t.boolean(),
    }),
    handle: async () => {
      const all = await files.list()
      const listed = all.slice(0, config.limits.listLengthMax).map((file) => ({ ...file }))
      return { files: listed, count: listed.length, total: all.length, truncated: listed.length < all.length }
    },
  },
  {
    ...COMMON,
    method: 'GET',
    path: '/files/{name}',
    summary: 'Downloads a file',
    handle: async ({ parameters: { name = '' } }) => fileResult(files, name),
  },
  {
    ...COMMON,
    method: 'PUT',
    path: '/files/{name}',
    summary: 'Uploads a file; it appears when it is complete, or not at all',
    input: t.object({ overwrite: t.boolean('Replaces a file of that name', { default: false }) }),
    output: FILE,
    body: 'bytes',
    handle: async ({ parameters: { name = '' }, input, request }) => {
      const {
        'content-type': type = '',
        'content-encoding': encoding = 'identity',
        'content-length': length,
      } = request.headers
      if (/^multipart\//i.test(type))
        throw new AdminError('UNSUPPORTED_MEDIA_TYPE', 'Send the file itself as the body, not a form that holds it')
      if (encoding.toLowerCase() !== 'identity')
        throw new AdminError('UNSUPPORTED_MEDIA_TYPE', 'Send the file without a content encoding')
      const maxBytes = config.limits.importFileBytes
      if (Number(length ?? 0) > maxBytes)
        throw new AdminError('PAYLOAD_TOO_LARGE', `A file has at most ${maxBytes} bytes`)
      const file = await files.create(name, chunksOf(request), { overwrite: input['overwrite'] === true, maxBytes })
      return { ...file }
    },
  },
  {
    ...COMMON,
    method: 'DELETE',
    path: '/files/{name}',
    summary: 'Removes a file',
    output: t.object({ name: t.string() }),
    handle: async ({ parameters: { name = '' } }) => {
      await files.remove(name)
      return { name }
    },
  },
]

/** @throws AdminError `UNSUPPORTED_MEDIA_TYPE` when a middleware of the application has made something else of the bytes. */
const chunksOf = (request: Request): AsyncIterable<Uint8Array> => {
  if (!request.readableDidRead) return request
  const body: unknown = request.body
  if (body instanceof Uint8Array) return Readable.from([body])
  throw new AdminError(
    'UNSUPPORTED_MEDIA_TYPE',
    "The application reads bodies of this type itself; send the file with 'Content-Type: application/octet-stream'",
  )
}

const COMMON = { role: 'admin', tag: 'Files', input: NO_INPUT, body: 'none', isPlain: false, isHeavy: false } as const
