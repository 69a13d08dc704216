/** Dumps and loads over HTTP on one engine. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { OWN_ROUTES, ROUTES } from '../../srv/admin/http/routes.ts'
import type { Model } from '../../srv/admin/core/model.ts'
import { writeZip } from '../../srv/admin/core/xlsx/zip-writer.ts'
import { ZipArchive } from '../../srv/admin/core/xlsx/zip-reader.ts'
import { as } from './admin-api.ts'
import { type EngineApi, startEngineApi } from './engine-api.ts'
import type { TestEngine } from './engines.ts'
import type { WireAnswer } from './http-client.ts'

type Body = Record<string, unknown>
const PATHS = ['/dump', '/load', '/export', '/import']

export interface DumpApi {
  readonly api: EngineApi
  /** The answer as it came: a file, or an error. */
  dump(body?: Body, user?: string): Promise<WireAnswer>
  /** Keeps a dump under a name. */
  dumpTo(file: string, body?: Body): Promise<Buffer>
  load(body: Body, user?: string): Promise<Body>
  put(file: string, content: Uint8Array): void
  read(file: string): Buffer
}

/** @param engine started by then. */
export const startDumpApi = (engine: () => TestEngine, model?: Model, settings: Body = {}): DumpApi => {
  const routes = [...ROUTES, ...OWN_ROUTES].filter(({ path }) => PATHS.includes(path))
  const api = startEngineApi(engine, routes, { settings, ...(model && { model }) })
  const dump = (body: Body = {}, user = 'admin'): Promise<WireAnswer> =>
    api.send({
      method: 'POST',
      path: '/api/v1/dump',
      headers: { ...as(user), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const put = (file: string, content: Uint8Array): void => {
    writeFileSync(join(api.files, file), content)
  }
  return {
    api,
    dump,
    dumpTo: async (file, body) => {
      const { status, bytes, text } = await dump(body)
      if (status !== 200) throw new Error(text)
      put(file, bytes)
      return bytes
    },
    load: (body, user = 'admin') => api.post('/load', body, user),
    put,
    read: (file) => readFileSync(join(api.files, file)),
  }
}

/** The parts of a dump by name. */
export const partsOf = async (bytes: Buffer, names?: readonly string[]): Promise<Record<string, string>> => {
  const read = async function* (start: number, end: number): AsyncGenerator<Uint8Array> {
    yield await Promise.resolve(bytes.subarray(start, end))
  }
  const archive = await ZipArchive.open(read, bytes.length, { bytes: 1e9, ratio: 2_000 })
  const textOf = async (name: string): Promise<string> => {
    const chunks: Uint8Array[] = []
    for await (const chunk of archive.content(name)) chunks.push(chunk)
    return Buffer.concat(chunks).toString('utf8')
  }
  const manifest = await textOf('manifest.json')
  const parts = names ?? (JSON.parse(manifest) as { tables: { part: string }[] }).tables.map(({ part }) => part)
  const found: Record<string, string> = {}
  for (const name of parts) found[name] = await textOf(name)
  return { ...found, 'manifest.json': manifest }
}

/** A file of parts, as somebody else may make one. */
export const packed = async (parts: Readonly<Record<string, string>>): Promise<Buffer> => {
  const entries = Object.entries(parts).map(([name, text]) => ({
    name,
    content: (async function* () {
      yield await Promise.resolve(text)
    })(),
  }))
  const chunks: Uint8Array[] = []
  for await (const chunk of writeZip(entries)) chunks.push(Uint8Array.from(chunk))
  return Buffer.concat(chunks)
}
