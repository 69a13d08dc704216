import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from './client.ts'

/** Where bytes come from or go to is told now and then. */
export type OnBytes = (bytes: number) => void

/** Writes the body of an answer to a file, which appears when it is whole; or to a stream, which stays open. */
export const save = async (
  response: Response,
  target: { readonly file: string } | { readonly stream: Writable },
  onBytes: OnBytes,
): Promise<void> => {
  const body = counted(Readable.fromWeb(response.body as Parameters<typeof Readable.fromWeb>[0]), onBytes)
  if ('stream' in target) return pipeline(body, target.stream, { end: false })
  const part = `${target.file}.${randomUUID()}.part`
  try {
    await pipeline(body, createWriteStream(part, { flags: 'wx' }))
    await rename(part, target.file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** Uploads a file for the time of some work with it. */
export const withUpload = async <T>(
  client: Client,
  file: string,
  onBytes: OnBytes,
  work: (name: string) => Promise<T>,
): Promise<T> => {
  const { size } = await stat(file)
  const ending = /\.gz$/i.test(file) ? `${extname(file.slice(0, -'.gz'.length))}.gz` : extname(file)
  const name = `${randomUUID()}${ending}`
  const body = Readable.toWeb(Readable.from(counted(createReadStream(file), onBytes))) as ReadableStream
  const path = `/files/${encodeURIComponent(name)}`
  const headers = { 'Content-Type': 'application/octet-stream', 'Content-Length': String(size) }
  await client.send(path, { method: 'PUT', body, headers, duplex: 'half' })
  try {
    return await work(name)
  } finally {
    await client.send(path, { method: 'DELETE' }).catch(() => undefined)
  }
}

async function* counted(bytes: AsyncIterable<unknown>, onBytes: OnBytes): AsyncGenerator<Uint8Array> {
  let total = 0
  for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
    total += chunk.byteLength
    onBytes(total)
    yield chunk
  }
}
