/** A change that is made again is answered as one that succeeds at once. */
import { randomUUID } from 'node:crypto'
import cds from '@sap/cds'
import { startEmptyApp } from '../../../../../support/app.ts'

const app = startEmptyApp()

/** How many of the next changes of the database fail, as where another process writes to the file. */
let busy = 0
let met = 0

beforeAll(() => {
  cds.db.before(['INSERT', 'UPDATE', 'DELETE'], () => {
    if (busy === 0) return
    busy--
    met++
    throw Object.assign(new Error('database is locked'), { errcode: 5 })
  })
})
beforeEach(() => {
  busy = met = 0
})

const service = '/odata/v4/SagaFilm'
const film = (ID: string, isActive = true): string => `${service}/Film(ID=${ID},IsActiveEntity=${String(isActive)})`

interface Told {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body: string
}

/** What differs between two answers to the same. */
const VARIABLE = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z|W\/"[^"]*"/g
const HOP: readonly string[] = ['date', 'x-correlation-id', 'connection', 'keep-alive']

const tell = async (method: string, path: string, body?: object, headers: object = {}): Promise<Told> => {
  const content = body && { body: JSON.stringify(body) }
  const type = body && { 'content-type': 'application/json' }
  const response = await fetch(`${app.url}${path}`, { method, ...content, headers: { ...type, ...headers } })
  const told = [...response.headers].filter(([name]) => !HOP.includes(name) && !/ratelimit/.test(name))
  const known = told.map(([name, value]) => [name, value.replaceAll(VARIABLE, '…')])
  const text = (await response.text()).replaceAll(VARIABLE, '…')
  return { status: response.status, headers: Object.fromEntries(known) as Record<string, string>, body: text }
}

const create = async (set: string, row: object): Promise<string> => {
  const ID = randomUUID()
  expect((await tell('POST', `${service}/${set}`, { ID, ...row })).status).toBe(201)
  return ID
}
const newFilm = (): Promise<string> => create('Film', { title: 'A film', IsActiveEntity: true })

const FULL = { prefer: 'return=representation' }
const CHANGES: readonly [name: string, change: () => Promise<() => Promise<Told>>][] = [
  ['POST', () => Promise.resolve(() => tell('POST', `${service}/People`, { name: 'New' }))],
  ['POST of a draft', () => Promise.resolve(() => tell('POST', `${service}/Film`, { title: 'New' }))],
  ['PUT that creates', () => Promise.resolve(() => tell('PUT', `${service}/People(${randomUUID()})`, { name: 'New' }))],
  [
    'PATCH',
    async () => {
      const ID = await newFilm()
      return () => tell('PATCH', film(ID), { title: 'Changed' }, FULL)
    },
  ],
  [
    'PATCH without an answer',
    async () => {
      const ID = await newFilm()
      return () => tell('PATCH', film(ID), { title: 'Changed' }, { prefer: 'return=minimal' })
    },
  ],
  [
    'PUT of a property',
    async () => {
      const ID = await newFilm()
      return () => tell('PUT', `${film(ID)}/director`, { value: 'Somebody' })
    },
  ],
  [
    'DELETE of a property',
    async () => {
      const ID = await newFilm()
      return () => tell('DELETE', `${film(ID)}/director`)
    },
  ],
  [
    'PUT of a reference',
    async () => {
      const person = await create('People', { name: 'New' })
      const planet = await create('Planet', { name: 'New' })
      return () => tell('PUT', `${service}/People(${person})/homeworld/$ref`, { '@odata.id': `Planet(${planet})` })
    },
  ],
  [
    'an action',
    async () => {
      const ID = await newFilm()
      return () => tell('POST', `${film(ID)}/SagaFilm.draftEdit`, {})
    },
  ],
  [
    'an action without a body',
    async () => {
      const ID = await newFilm()
      return () => tell('POST', `${film(ID)}/SagaFilm.draftEdit?$select=title`)
    },
  ],
  [
    'DELETE',
    async () => {
      const ID = await newFilm()
      return () => tell('DELETE', film(ID))
    },
  ],
  [
    'a change set',
    async () => {
      const ID = await newFilm()
      const url = film(ID).slice(service.length + 1)
      const headers = { 'content-type': 'application/json' }
      const change = (id: string, body: object): object => ({
        id,
        atomicityGroup: 'g',
        method: 'PATCH',
        url,
        headers,
        body,
      })
      const requests = [change('1', { title: 'Changed' }), change('2', { director: 'Somebody' })]
      return () => tell('POST', `${service}/$batch`, { requests })
    },
  ],
  [
    'what is refused',
    () => Promise.resolve(() => tell('POST', `${service}/People`, { name: 'New', homeworld_ID: randomUUID() })),
  ],
]

test.each(CHANGES)('%s', async (name, change) => {
  const atOnce = await (await change())()
  const prepared = await change()
  busy = 2
  expect(await prepared()).toEqual(atOnce)
  expect([met, busy]).toEqual(name === 'what is refused' ? [0, 2] : [2, 0])
})

test('who never gets through is told after a while', async () => {
  busy = Infinity
  const { status, headers } = await tell('POST', `${service}/People`, { name: 'New' })
  expect([status, headers['retry-after']]).toEqual([503, '1'])
  expect(met).toBeGreaterThan(5)
})
