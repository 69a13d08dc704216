/** Saga itself: who administers its database and edits its films changes them as the service of films has it. */
import { randomUUID } from 'node:crypto'
import { runs } from '../../../support/long.ts'
import { DATABASES, startServerOn } from '../../../support/server-on.ts'
import type { ServerProcess } from '../../../support/server-process.ts'
import { basic } from '../../../support/users.ts'

type Body = Record<string, unknown>

/** Both an administrator and an editor; the password is that of `admin`. */
const CHIEF = {
  roles: ['admin', 'editor'],
  development: true,
  hash: 'scrypt$16384$BCTKTk3C855C-Z6Ao3DV4A$maK6BHVxw2CDFOm4lgHZneHTrUs2r44o2E8wf6u4WZ0',
}

describe.each(DATABASES)('%s', (database) => {
  let server: ServerProcess
  beforeAll(async () => {
    const rateLimit = { requests: 100_000, requestsPerAddress: 100_000 }
    const CDS_CONFIG = JSON.stringify({ requires: { auth: { users: { chief: CHIEF } }, dba: { rateLimit } } })
    server = await startServerOn(database, { CDS_CONFIG })
  })
  afterAll(() => server.stop())

  const send = async (method: string, path: string, body?: object, headers = basic('chief', 'admin'), more = {}) => {
    const answer = await fetch(`${server.url}${path}`, {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }), ...more },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: (text === '' ? {} : JSON.parse(text)) as Body }
  }
  const change = async (
    table: string,
    changes: object[],
    more = {},
    path = '/rows',
    headers?: { authorization: string },
  ) => (await send('POST', `/api/v1${path}`, { table, changes, ...more }, headers)).body
  const odata = (method: string, path: string, body?: object, more = {}) =>
    send(method, `/odata/v4/SagaFilm/${path}`, body, basic('editor'), more)
  const update = (ID: unknown, was: object, values: object) => ({ action: 'update', key: { ID }, was, values })

  it('changes planets by the service, which answers with them at once', async () => {
    const ID = randomUUID()
    const path = `Planet(${ID})`
    const asked = [{ action: 'insert', values: { ID, name: 'By hand' } }]
    expect(await change('saga_Planet', asked)).toMatchObject({ success: true, via: 'SagaFilm.Planet', rowsInserted: 1 })
    expect((await odata('GET', path)).body).toMatchObject({ name: 'By hand', createdBy: 'chief' })
    const changed = await change('saga_Planet', [update(ID, { name: 'By hand' }, { name: 'Again' })])
    expect(changed).toMatchObject({ rowsUpdated: 1 })
    expect((await odata('GET', path)).body).toMatchObject({ name: 'Again', modifiedBy: 'chief' })
    const removed = [{ action: 'delete', key: { ID }, was: { name: 'Again' } }]
    expect(await change('saga_Planet', removed, {}, '/rows/preview')).toMatchObject({ canRun: true, rowsDeleted: 1 })
    expect(await change('saga_Planet', removed)).toMatchObject({ rowsDeleted: 1 })
    expect((await odata('GET', path)).status).toBe(404)
  })

  it('changes the table itself where its entities are read-only, and nothing for who may not', async () => {
    const asked = [{ action: 'insert', values: { ID: randomUUID(), name: 'Droid' } }]
    expect(await change('saga_Species', asked, {}, '/rows/preview')).toMatchObject({ via: 'database' })
    const planet = [{ action: 'insert', values: { ID: randomUUID(), name: 'x' } }]
    expect(await change('saga_Planet', planet, {}, '/rows', basic('admin'))).toMatchObject({ code: 'FORBIDDEN' })
  })

  it('changes films that nobody edits, and tells who edits the others', async () => {
    const { value } = (await odata('GET', 'Film?$select=ID,title&$orderby=title&$top=2')).body as {
      value: { ID: string; title: string }[]
    }
    const [first, second] = value as [{ ID: string; title: string }, { ID: string; title: string }]
    const edit = `Film(ID=${second.ID},IsActiveEntity=true)/SagaFilm.draftEdit`
    expect((await odata('POST', edit, {}, { 'if-match': '*' })).status).toBe(201)
    const free = [update(first.ID, { title: first.title }, { title: `${first.title}!` })]
    expect(await change('saga_Film', free)).toMatchObject({ via: 'SagaFilm.Film', rowsUpdated: 1 })
    const taken = [update(second.ID, { title: second.title }, { title: 'x' })]
    expect(await change('saga_Film', taken)).toMatchObject({
      code: 'REFUSED_BY_SERVICE',
      details: expect.stringContaining("'editor' has a draft of it") as string,
    })
  })

  it('loses no change of two people and the application, and overwrites none', async () => {
    const ID = randomUUID()
    await change('saga_Planet', [{ action: 'insert', values: { ID, name: '0' } }])
    const read = async () => Number((await odata('GET', `Planet(${ID})`)).body['name'])
    let done = 0
    const turns = runs(30, 250)
    const writer = async (more: object): Promise<void> => {
      for (let turn = 0; turn < turns; turn++) {
        const name = await read()
        const answer = await change('saga_Planet', [update(ID, { name: `${name}` }, { name: `${name + 1}` })], more)
        if (answer['success'] === true) done++
        else expect(['ROW_CHANGED', 'LOCK_TIMEOUT']).toContain(answer['code'])
      }
    }
    await Promise.all([writer({}), writer({}), writer({ via: 'database' })])
    expect(done).toBeGreaterThan(turns / 2)
    expect(await read()).toBe(done)
  }, 600_000)
})
