/** What is written whole though nobody has sent it whole: drafts, and records that are changed. */
import cds from '@sap/cds'
import { startApp } from '../../../../support/app.ts'
import { type Answer, send } from '../../../../support/odata.ts'
import { sqlWhile } from '../../../../support/sql-statements.ts'

const ROWS = 10
Object.assign(cds.env, { guard: { writeRows: ROWS } })
const app = startApp()

const SERVICE = '/odata/v4/SagaFilm'
let people: string[]
beforeAll(async () => {
  const { body } = await send(app, 'GET', `${SERVICE}/People?$select=ID&$top=30`)
  people = (body.value as { ID: string }[]).map(({ ID }) => ID)
})

const post = (path: string, body?: unknown) => send(app, 'POST', `${SERVICE}/${path}`, { body: body ?? {} })
/** A film with so many links, each added by itself. */
const filmWith = async (links: number, isActive: boolean): Promise<{ id: string; path: string }> => {
  const { body } = await post('Film', { title: 'Large', IsActiveEntity: isActive })
  const path = `Film(ID=${String(body.ID)},IsActiveEntity=${String(isActive)})`
  for (const ID of people.slice(0, links))
    expect((await post(`${path}/characters`, { people_ID: ID })).status).toBe(201)
  return { id: String(body.ID), path }
}
const code = ({ status, body }: Answer): unknown[] => [status, (body as { error?: { code: string } }).error?.code]

test('a draft is activated with as many records as may be written, and not with more', async () => {
  const within = await filmWith(ROWS - 1, false)
  expect((await post(`${within.path}/SagaFilm.draftActivate`)).status).toBe(201)
  const beyond = await filmWith(ROWS, false)
  expect(code(await post(`${beyond.path}/SagaFilm.draftActivate`))).toEqual([413, 'TOO_MANY_ROWS'])
  // It is still there, and can be made smaller.
  const { body } = await send(app, 'GET', `${SERVICE}/${beyond.path}/characters`)
  expect(body.value).toHaveLength(ROWS)
  const [link] = body.value as { ID: string }[]
  await send(app, 'DELETE', `${SERVICE}/Film2People(ID=${link!.ID},IsActiveEntity=false)`)
  expect((await post(`${beyond.path}/SagaFilm.draftActivate`)).status).toBe(201)
})

test('so is a record edited, and changed whole', async () => {
  const within = await filmWith(ROWS - 1, true)
  expect((await post(`${within.path}/SagaFilm.draftEdit`)).status).toBe(201)
  const beyond = await filmWith(ROWS + 5, true)
  expect(code(await post(`${beyond.path}/SagaFilm.draftEdit`))).toEqual([413, 'TOO_MANY_ROWS'])
  const none = { characters: [] }
  expect(code(await send(app, 'PATCH', `${SERVICE}/${beyond.path}`, { body: none }))).toEqual([413, 'TOO_MANY_ROWS'])
  expect((await send(app, 'PATCH', `${SERVICE}/${beyond.path}`, { body: { title: 'Other' } })).status).toBe(204)
  expect((await send(app, 'DELETE', `${SERVICE}/${beyond.path}`)).status).toBe(204)
})

test('no more is read than shows that it is too much', async () => {
  const { path } = await filmWith(ROWS + 5, false)
  const statements = await sqlWhile(() => post(`${path}/SagaFilm.draftActivate`))
  expect(statements.some((sql) => /Film2People.*LIMIT/is.test(sql))).toBe(true)
})
