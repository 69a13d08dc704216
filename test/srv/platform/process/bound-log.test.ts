/** A line of the log is as long as it takes to find the fault, whatever a client has sent. */
import { format } from 'node:util'
import { boundArguments } from '../../../../srv/platform/process/log.ts'
import { SERVE } from '../../../support/server-on.ts'
import { startServer } from '../../../support/server-process.ts'

const MOST = 40_000
const shown = (...args: unknown[]): string => format(...boundArguments(args))

test('what is small is logged as it is', () => {
  const args = ['x', 1, null, undefined, { a: [1, 2] }, new Error('why', { cause: new Error('because') }), new Map()]
  expect(boundArguments(args)).toBe(args)
})

test('texts, lists, bytes and errors are cut, and say so', () => {
  const cause = Object.assign(new Error('because'), { query: `INSERT ${'x'.repeat(1e6)}` })
  const details = Array.from({ length: 5_000 }, (_, index) => Object.assign(new Error(`no ${index}`), { value: 'v' }))
  const error = Object.assign(new TypeError('y'.repeat(3_000), { cause }), {
    code: 'E',
    details,
    raw: Buffer.alloc(1e6),
  })
  const text = shown(400, '-', error)
  expect(text.length).toBeLessThan(MOST)
  expect(text).toMatch(/TypeError.*: yyy/)
  expect(text).toMatch(/\(5000 items\)/)
  expect(text).toMatch(/code: 'E'/)
  expect(text).toMatch(/query: 'INSERT xxx/)
  expect(shown('z'.repeat(1e6))).toMatch(/z… \(1000000 characters\)$/)
  expect(shown([...Array(1e5).keys()]).length).toBeLessThan(MOST)
})

test('members of any name are copied, as errors of PostgreSQL have them', () => {
  const error = Object.assign(new Error('duplicate key'), { name: 'error', code: '23505', detail: 'x'.repeat(1e5) })
  const named = JSON.parse('{"__proto__":{"a":1},"length":2}') as object
  expect(shown(error, named)).toMatch(/^error: duplicate key[^]*code: '23505'[^]*__proto__/)
})

test('what refers to itself is followed once', () => {
  const loop: Record<string, unknown> = { text: 'x'.repeat(1e5) }
  loop['self'] = [loop]
  expect(shown(loop).length).toBeLessThan(MOST)
  let deep: unknown = 'x'.repeat(1e5)
  for (let depth = 0; depth < 1_000; depth++) deep = [deep]
  expect(shown('x'.repeat(1e5), deep).length).toBeLessThan(MOST)
})

test.each(['plain', 'json'])('no refused write writes much: %s', async (format) => {
  const CDS_CONFIG = JSON.stringify({ log: { format } })
  const server = await startServer(SERVE, { env: { CDS_CONFIG } })
  const post = async (set: string, body: unknown): Promise<number> => {
    const started = server.output().length
    const headers = { 'Content-Type': 'application/json' }
    const answer = await fetch(`${server.url}/odata/v4/SagaFilm/${set}`, { method: 'POST', headers, body: JSON.stringify(body) }) // prettier-ignore
    await answer.arrayBuffer()
    expect(answer.status).toBeGreaterThanOrEqual(400)
    // What is logged comes by a pipe.
    await new Promise((resolve) => setTimeout(resolve, 500))
    return server.output().length - started
  }
  const links = (link: object): object => ({ title: 'x', IsActiveEntity: true, characters: Array(900).fill(link) })
  try {
    for (const body of [
      links({ people_ID: '00000000-0000-4000-8000-00000000dead' }),
      links({ people_ID: 7 }),
      links({}),
      { title: 'x'.repeat(200_000), IsActiveEntity: true },
      { ['y'.repeat(200_000)]: 1 },
    ]) {
      const logged = await post('Film', body)
      expect(logged).toBeGreaterThan(0)
      expect(logged).toBeLessThan(MOST)
    }
  } finally {
    await server.stop()
  }
})
