/** Every limit of the table, over HTTP: what keeps to it is answered, and what goes one further is refused. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import cds from '@sap/cds'
import { LIMITS, type LimitName } from '../../../../srv/platform/guard/limits.ts'
import { ROOT, startApp } from '../../../support/app.ts'
import { send, sendJsonBatch } from '../../../support/odata.ts'

const SMALL = {
  urlLength: 500,
  batchUrlLength: 700,
  parenthesesDepth: 4,
  expressionDepth: 6,
  jsonDepth: 1,
  filterTerms: 3,
  lambdas: 2,
  lambdaDepth: 1,
  searchTerms: 2,
  applySteps: 2,
  listItems: 8,
  numberDigits: 5,
  expandDepth: 3,
  expandItems: 4,
  expandToMany: 1,
  expandRows: 20,
  writeRows: 3,
  batchParts: 2,
  bodyBytes: 1_000,
  bodyDepth: 4,
  bodyValues: 10,
} satisfies Partial<Record<LimitName, number>>

Object.assign(cds.env, { guard: SMALL })
const app = startApp()

const SERVICE = '/odata/v4/SagaFilm'
const times = (count: number, text: string, between: string): string => Array(count).fill(text).join(between)

type Sent = () => Promise<{ status: number; body: { error?: { message: string } } }>
const get =
  (path: string): Sent =>
  () =>
    send(app, 'GET', `${SERVICE}/${path}`)
/** A query option of people, with as much of it as is said. */
const people = (option: (amount: number) => string) => (amount: number) => get(`People?$top=1&${option(amount)}`)
const post =
  (body: (amount: number) => object, set = 'People') =>
  (amount: number): Sent =>
  () =>
    send(app, 'POST', `${SERVICE}/${set}`, { body: body(amount) })
const part = (url: string): object => ({ id: randomUUID(), method: 'GET', url })
const batch =
  (requests: (amount: number) => object[]) =>
  (amount: number): Sent =>
  async () => {
    const answer = await sendJsonBatch(app, 'SagaFilm', requests(amount))
    return (answer.body as { responses?: Awaited<ReturnType<Sent>>[] }).responses?.[0] ?? answer
  }
const padded = (start: string, length: number): string => start + 'x'.repeat(length - start.length)
const bytes = (length: number): object => {
  const body = { '@own.note': '', name: 'x' }
  return { ...body, '@own.note': 'x'.repeat(length - JSON.stringify(body).length) }
}
const deep = (depth: number): object => ({
  '@own.note': JSON.parse('{"a":'.repeat(depth - 2) + '{}' + '}'.repeat(depth - 2)) as unknown,
  name: 'x',
})
/** To-one and to-many by turns: a film's link, its person, that person's links, … */
const expand = (steps: readonly string[]): string =>
  steps.reduceRight((inner, step) => `$expand=${step}${inner && `(${inner})`}`, '')

/** With a limit's amount it is answered, with one more it is refused. */
const REQUESTS: Record<keyof typeof SMALL, (amount: number) => Sent> = {
  urlLength: (length) => get(padded('People?$top=1&own=', length - `${SERVICE}/`.length)),
  batchUrlLength: batch((length) => [part(padded('People?$top=1&own=', length - 1))]),
  parenthesesDepth: people((depth) => `$filter=${'('.repeat(depth)}name eq 'x'${')'.repeat(depth)}`),
  expressionDepth: people((depth) => `$filter=${times(depth, '1', ' add ')} eq 1`),
  jsonDepth: people((depth) => `own=${'['.repeat(depth)}1${']'.repeat(depth)}`),
  filterTerms: people((count) => `$filter=${times(count + 1, "name eq 'x'", ' or ')}`),
  lambdas: people((count) => `$filter=${times(count, 'films/any()', ' or ')}`),
  lambdaDepth: people(
    (depth) => `$filter=${'films/any(f:f/people/'.repeat(depth - 1)}films/any()${')'.repeat(depth - 1)}`,
  ),
  searchTerms: people((count) => `$search=${times(count, 'x', ' ')}`),
  applySteps: (count) => get(`People?$apply=${times(count, "filter(name eq 'x')", '/')}`),
  listItems: people((commas) => `$filter=name in (${times(commas + 1, "'x'", ',')})`),
  numberDigits: people((digits) => `$filter=length(name) lt ${'9'.repeat(digits)}`),
  expandDepth: (depth) =>
    get(
      `Film?$top=1&${expand(['SiblingEntity', 'SiblingEntity', 'SiblingEntity', 'DraftAdministrativeData'].slice(0, depth))}`,
    ),
  expandItems: people(
    (count) => `$expand=${['homeworld', 'films', 'species', 'vehicles', 'starships'].slice(0, count).join()}`,
  ),
  expandToMany: people((depth) => expand(depth === 1 ? ['films', 'film'] : ['films', 'film', 'characters'])),
  expandRows: (rows) => get(`Film?$top=1&$expand=characters($top=${rows})`),
  writeRows: post((count) => ({ characters: Array(count - 1).fill({}) }), 'Film'),
  batchParts: batch((count) => Array.from({ length: count }, (_, index) => part(`Film?$top=${index}`))),
  bodyBytes: post(bytes),
  bodyDepth: post(deep),
  bodyValues: post((count) => ({ name: 'x', '@own.note': Array(count - 3).fill(1) })),
}

/** Limits over all requests, which need a server of their own. */
const BY_A_SERVER_OF_ITS_OWN: Record<Exclude<LimitName, keyof typeof SMALL>, string> = {
  requestsPerMinute: 'test/srv/platform/odata/protocol/request-rate.test.ts',
  answerBytes: 'test/srv/platform/process/bound-answers.test.ts',
}

test('no limit is without its request', () => {
  expect([...Object.keys(REQUESTS), ...Object.keys(BY_A_SERVER_OF_ITS_OWN)].sort()).toEqual(Object.keys(LIMITS).sort())
  for (const [limit, file] of Object.entries(BY_A_SERVER_OF_ITS_OWN))
    expect([file, readFileSync(join(ROOT, file), 'utf8')]).toEqual([
      file,
      expect.stringContaining(`guard: { ${limit}: `),
    ])
})

test.each(Object.entries(REQUESTS))('%s', async (limit, request) => {
  const amount = SMALL[limit as keyof typeof SMALL]
  const [within, beyond] = [await request(amount)(), await request(amount + 1)()]
  expect([within.status, within.body.error]).toEqual([/^(?:body|write)/.test(limit) ? 201 : 200, undefined])
  expect([400, 413, 414]).toContain(beyond.status)
  expect(beyond.body.error?.message).toMatch(limit === 'bodyBytes' ? /too large/ : String(amount))
})
