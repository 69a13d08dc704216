/** Conditions of reads are answered alike by a server that keeps answers, whether it has one or not, and by one that keeps none. */
import { send } from '../../../support/http-client.ts'
import { startServerOn } from '../../../support/server-on.ts'
import type { ServerProcess } from '../../../support/server-process.ts'

jest.setTimeout(120_000)

let keeping: ServerProcess
let without: ServerProcess
beforeAll(async () => {
  ;[keeping, without] = await Promise.all([
    startServerOn('sqlite'),
    startServerOn('sqlite', { CDS_CONFIG: JSON.stringify({ cache: { enabled: false } }) }),
  ])
})
afterAll(() => Promise.all([keeping.stop(), without.stop()]))

const ROOT = '/odata/v4/SagaFilm'
const portOf = ({ url }: ServerProcess): number => Number(new URL(url).port)
/** Contexts name the server that is asked: both are asked by one name. */
const HOST = { host: 'localhost:4004' }

const ask = async (server: ServerProcess, method: string, path: string, headers: Record<string, string>) => {
  const answer = await send(portOf(server), { method, path: ROOT + path, headers: { ...HOST, ...headers } })
  const { etag, 'content-type': type, 'content-length': length, ...rest } = answer.headers
  return { status: answer.status, etag, type, length, version: rest['odata-version'], text: answer.text }
}

const firstFilm = async (): Promise<string> => {
  const { text } = await ask(without, 'GET', '/Film?$select=ID,IsActiveEntity&$orderby=ID&$top=1', {})
  const { ID } = (JSON.parse(text) as { value: { ID: string }[] }).value[0]!
  return `/Film(ID=${ID},IsActiveEntity=true)`
}

const PATHS: Readonly<Record<string, () => Promise<string>>> = {
  'a collection': async () => '/Planet?$top=3&$orderby=ID',
  'a collection with drafts': async () => '/Film?$top=3&$orderby=ID',
  'a count': async () => '/Planet/$count',
  'an entity with an ETag': firstFilm,
  'a property': async () => `${await firstFilm()}/title`,
  'a raw value': async () => `${await firstFilm()}/title/$value`,
  'what an association leads to': async () => `${await firstFilm()}/characters?$top=2&$orderby=people_ID`,
  'the metadata': async () => '/$metadata',
  'the service document': async () => '/',
  nothing: async () => '/Planet(00000000-0000-0000-0000-000000000000)',
}

/** Conditions by the ETag that the read has. */
const CONDITIONS: Readonly<Record<string, (etag: string) => Record<string, string>>> = {
  none: () => ({}),
  'If-None-Match: it': (etag) => ({ 'if-none-match': etag }),
  'If-None-Match: it, weak': (etag) => ({ 'if-none-match': `W/${etag.replace(/^W\//, '')}` }),
  'If-None-Match: it, strong': (etag) => ({ 'if-none-match': etag.replace(/^W\//, '') }),
  'If-None-Match: several': (etag) => ({ 'if-none-match': `"a", ${etag}, "b"` }),
  'If-None-Match: another': () => ({ 'if-none-match': '"another"' }),
  'If-None-Match: any': () => ({ 'if-none-match': '*' }),
  'If-None-Match: no tag': () => ({ 'if-none-match': 'x' }),
  'If-Match: it': (etag) => ({ 'if-match': etag }),
  'If-Match: several': (etag) => ({ 'if-match': `"a", ${etag}` }),
  'If-Match: another': () => ({ 'if-match': '"another"' }),
  'If-Match: any': () => ({ 'if-match': '*' }),
  both: (etag) => ({ 'if-match': etag, 'if-none-match': etag }),
  'If-Modified-Since': () => ({ 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' }),
}

test.each(Object.keys(PATHS))('%s', async (name) => {
  const path = await PATHS[name]!()
  const { etag = '"none"' } = await ask(without, 'GET', path, {})
  for (const [condition, headersOf] of Object.entries(CONDITIONS))
    for (const method of ['GET', 'HEAD']) {
      const headers = headersOf(etag)
      const wanted = await ask(without, method, path, headers)
      // Without the answer in memory, and with it, which a read without conditions has left there.
      const first = await ask(keeping, method, path, { ...headers })
      await ask(keeping, 'GET', path, {})
      const second = await ask(keeping, method, path, headers)
      expect([method, condition, first, second]).toEqual([method, condition, wanted, wanted])
    }
})

test('a collection that has not changed is not sent again', async () => {
  for (const server of [keeping, without]) {
    const { etag } = await ask(server, 'GET', '/Planet', {})
    expect((await ask(server, 'GET', '/Planet', { 'if-none-match': etag! })).status).toBe(304)
    expect((await ask(server, 'GET', '/Planet', { 'if-match': '"another"' })).status).toBe(412)
  }
})
