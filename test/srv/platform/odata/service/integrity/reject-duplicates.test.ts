import { randomUUID } from 'node:crypto'
import { borrowEmptyApp } from '../../../../../support/borrowed-server.ts'
import { ways } from '../../../../../support/odata.ts'

const app = borrowEmptyApp()

describe.each(ways(app, 'SagaFilm'))('A new draft, %s', (_, ask) => {
  test('cannot have the ID of an active record', async () => {
    const ID = randomUUID()
    expect((await ask('POST', 'Film', { body: { ID, title: 'x', IsActiveEntity: true } })).status).toBe(201)
    const { status, body } = await ask('POST', 'Film', { body: { ID, title: 'x' } })
    expect([status, body.error.code]).toEqual([409, 'ENTITY_ALREADY_EXISTS'])
    expect((await ask('GET', `Film(ID=${ID},IsActiveEntity=true)`)).body.HasDraftEntity).toBe(false)
  })

  test('cannot have the ID of another draft', async () => {
    const ID = randomUUID()
    expect((await ask('POST', 'Film', { body: { ID, title: 'x' } })).status).toBe(201)
    expect((await ask('POST', 'Film', { body: { ID, title: 'x' } })).status).toBe(409)
  })

  test('can have an ID of its own, and the active record can be edited', async () => {
    const ID = randomUUID()
    expect((await ask('POST', 'Film', { body: { ID, title: 'x' } })).status).toBe(201)
    expect((await ask('POST', `Film(${ID})/draftActivate`, { body: {} })).status).toBe(201)
    expect((await ask('POST', `Film(ID=${ID},IsActiveEntity=true)/draftEdit`, { body: {} })).status).toBe(201)
  })
})
