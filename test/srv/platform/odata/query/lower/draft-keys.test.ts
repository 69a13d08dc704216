import { randomUUID } from 'node:crypto'
import { borrowEmptyApp } from '../../../../../support/borrowed-server.ts'
import { send, sendJsonBatch, ways } from '../../../../../support/odata.ts'

const app = borrowEmptyApp()
const SERVICE = '/odata/v4/SagaFilm'

const createFilm = async (): Promise<string> => {
  const { body } = await send(app, 'POST', `${SERVICE}/Film`, { body: { title: 'Active', IsActiveEntity: true } })
  return body.ID
}

const edit = (id: string) => send(app, 'POST', `${SERVICE}/Film(ID=${id},IsActiveEntity=true)/draftEdit`, { body: {} })

const forms = (id: string): string[] => [
  `Film(${id})`,
  `Film(ID=${id})`,
  `Film('${id}')`,
  `Film/${id}`,
  `Film(@x)?@x=${id}`,
]

describe.each(ways(app, 'SagaFilm'))('A key without IsActiveEntity, %s', (_, ask) => {
  test('means the draft, in every way to write it, so it is not found without one', async () => {
    const id = await createFilm()
    for (const form of forms(id)) expect((await ask('GET', form)).status).toBe(404)
  })

  test('finds the draft that there is', async () => {
    const id = await createFilm()
    await edit(id)
    for (const form of forms(id)) {
      const { status, body } = await ask('GET', form)
      expect([status, body.ID, body.IsActiveEntity]).toEqual([200, id, false])
    }
  })

  test('never changes or deletes the active record', async () => {
    const id = await createFilm()
    expect((await ask('PATCH', `Film(${id})`, { body: { title: 'Changed' } })).status).toBe(404)
    expect((await ask('DELETE', `Film(ID=${id})`)).status).toBe(404)
    const active = await ask('GET', `Film(ID=${id},IsActiveEntity=true)`)
    expect(active.body.title).toBe('Active')
  })

  test('changes and deletes the draft', async () => {
    const id = await createFilm()
    await edit(id)
    expect((await ask('PATCH', `Film(${id})`, { body: { title: 'Draft' } })).status).toBe(204)
    expect((await ask('GET', `Film(ID=${id},IsActiveEntity=false)`)).body.title).toBe('Draft')
    expect((await ask('GET', `Film(ID=${id},IsActiveEntity=true)`)).body.title).toBe('Active')
    expect((await ask('DELETE', `Film(${id})`)).status).toBe(204)
    expect((await ask('GET', `Film(ID=${id},IsActiveEntity=true)`)).status).toBe(200)
  })

  test('calls actions on the draft', async () => {
    const id = await createFilm()
    expect((await ask('POST', `Film(${id})/SagaFilm.draftPrepare`, { body: {} })).status).toBe(404)
    await edit(id)
    expect((await ask('POST', `Film(${id})/SagaFilm.draftPrepare`, { body: {} })).status).toBe(200)
    expect((await ask('POST', `Film/${id}/draftActivate`, { body: {} })).status).toBe(200)
  })

  test('leads to the links, properties and counts of the draft', async () => {
    const id = await createFilm()
    const person = await ask('POST', 'People', { body: { name: 'A person' } })
    expect((await ask('POST', `Film(${id})/characters`, { body: { people_ID: person.body.ID } })).status).toBe(404)
    await edit(id)
    const link = await ask('POST', `Film(${id})/characters`, { body: { people_ID: person.body.ID } })
    expect([link.status, link.body.IsActiveEntity]).toEqual([201, false])
    expect((await ask('GET', `Film(${id})/characters`)).body.value).toHaveLength(1)
    expect((await ask('GET', `Film(${id})/characters/$count`)).text).toBe('1')
    expect((await ask('GET', `Film(ID=${id},IsActiveEntity=true)/characters/$count`)).text).toBe('0')
    expect((await ask('GET', `Film(${id})/title`)).body.value).toBe('Active')
    expect((await ask('GET', `Film/${id}/characters/${link.body.ID}`)).body.ID).toBe(link.body.ID)
    expect((await ask('GET', `Film2People(${link.body.ID})`)).body.IsActiveEntity).toBe(false)
  })

  test('is not found behind a record that has no drafts', async () => {
    const id = await createFilm()
    const person = await ask('POST', 'People', { body: { name: 'A person' } })
    const path = `Film(ID=${id},IsActiveEntity=true)/characters`
    const link = await ask('POST', path, { body: { people_ID: person.body.ID } })
    expect(link.status).toBe(201)
    const films = `People(${person.body.ID})/films`
    expect((await ask('GET', `${films}(${link.body.ID})`)).status).toBe(404)
    expect((await ask('GET', `${films}(ID=${link.body.ID},IsActiveEntity=true)`)).status).toBe(200)
    expect((await ask('GET', `Film2People(${link.body.ID})`)).status).toBe(404)
  })

  test('is left alone where there are no drafts', async () => {
    const { body } = await ask('POST', 'People', { body: { name: 'A person' } })
    expect((await ask('GET', `People(${body.ID})`)).status).toBe(200)
    expect((await ask('GET', `People/${body.ID}`)).status).toBe(200)
  })
})

test('references within a batch are left alone, and lead to the draft that was made', async () => {
  const { body } = await sendJsonBatch(app, 'SagaFilm', [
    { id: 'film', method: 'POST', url: 'Film', body: { ID: randomUUID(), title: 'Draft' } },
    { id: 'again', method: 'GET', url: '$film' },
    { id: 'links', method: 'GET', url: '$film/characters' },
  ])
  expect(body.responses.map(({ status }: { status: number }) => status)).toEqual([201, 200, 200])
})
