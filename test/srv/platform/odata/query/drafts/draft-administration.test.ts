import { borrowApp } from '../../../../../support/borrowed-server.ts'
import { client, type ErrorBody, type Row } from '../../../../../support/client.ts'

const app = borrowApp()
const alice = client(app, 'SagaFilm')
const bob = client(app, 'SagaFilm', 'bob')

const NOBODY = '00000000-0000-4000-8000-000000000000'
const ADMIN = 'DraftAdministrativeData'

/** A film that alice edits, under both of its keys. */
async function edited(): Promise<{ active: string; draft: string }> {
  const { data } = await alice.post('Film', { title: 'In edit', IsActiveEntity: true })
  const film = (isActive: boolean): string => `Film(ID=${String(data['ID'])},IsActiveEntity=${String(isActive)})`
  expect((await alice.post(`${film(true)}/SagaFilm.draftEdit`)).status).toBe(201)
  return { active: film(true), draft: film(false) }
}

const unedited = async (): Promise<string> => {
  const { data } = await alice.post('Film', { title: 'At rest', IsActiveEntity: true })
  return `Film(ID=${String(data['ID'])},IsActiveEntity=true)`
}

describe('GET', () => {
  test('gives the same data through the record and through the draft', async () => {
    const { active, draft } = await edited()
    const answers = await Promise.all([alice.get(`${active}/${ADMIN}`), alice.get(`${draft}/${ADMIN}`)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0].data['DraftUUID']).toBe(answers[1].data['DraftUUID'])
    expect(answers[0].data).toMatchObject({ InProcessByUser: 'alice', DraftIsCreatedByMe: true })
  })

  test('obeys $select', async () => {
    const { active } = await edited()
    const { data } = await alice.get(`${active}/${ADMIN}?$select=InProcessByUser`)
    expect(data).toMatchObject({ InProcessByUser: 'alice' })
    expect(data).not.toHaveProperty('CreatedByUser')
  })

  test('is 204 for a record without draft, and 404 without the record or the draft that is addressed', async () => {
    const active = await unedited()
    expect((await alice.get(`${active}/${ADMIN}`)).status).toBe(204)
    expect((await alice.get(`${active.replace('true', 'false')}/${ADMIN}`)).status).toBe(404)
    expect((await alice.get(`Film(ID=${NOBODY},IsActiveEntity=true)/${ADMIN}`)).status).toBe(404)
    const { data } = await alice.post('Film', { title: 'New' })
    expect((await alice.get(`Film(ID=${String(data['ID'])},IsActiveEntity=true)/${ADMIN}`)).status).toBe(404)
    expect((await alice.get(`Film(ID=${String(data['ID'])},IsActiveEntity=false)/${ADMIN}`)).status).toBe(200)
  })
})

describe('PATCH', () => {
  test('releases the lock and takes it, through the record and through the draft', async () => {
    const { active, draft } = await edited()
    for (const [path, InProcessByUser] of [
      [active, ''],
      [draft, null],
    ] as const) {
      expect((await alice.patch(`${path}/${ADMIN}`, { InProcessByUser })).status).toBe(204)
      expect((await alice.patch(draft, { title: 'x' })).status).toBe(403)
      const taken = await bob.patch(`${active}/${ADMIN}`, { InProcessByUser: 'bob' })
      expect([taken.status, taken.data]).toEqual([204, ''])
      expect((await bob.patch(draft, { title: 'By bob' })).status).toBeLessThan(300)
      expect((await alice.patch(draft, { title: 'x' })).status).toBe(403)
      expect((await bob.patch(`${draft}/${ADMIN}`, { InProcessByUser: '' })).status).toBe(204)
      expect((await alice.patch(`${draft}/${ADMIN}`, { InProcessByUser: 'alice' })).status).toBe(204)
    }
    expect((await alice.get(draft)).data).toMatchObject({ title: 'By bob' })
  })

  test('ignores what the service keeps by itself', async () => {
    const { draft } = await edited()
    const body = { CreatedByUser: 'eve', CreationDateTime: '1977-05-25T00:00:00Z', DraftIsCreatedByMe: false }
    expect((await alice.patch(`${draft}/${ADMIN}`, body)).status).toBe(204)
    expect((await alice.get(`${draft}/${ADMIN}`)).data).toMatchObject({
      CreatedByUser: 'alice',
      InProcessByUser: 'alice',
    })
  })

  test('is 403 for a draft that another user holds, and for passing the lock to another user', async () => {
    const { active, draft } = await edited()
    const locked = await bob.patch<ErrorBody>(`${active}/${ADMIN}`, { InProcessByUser: '' })
    expect([locked.status, locked.data.error.code]).toEqual([403, 'DRAFT_LOCKED_BY_ANOTHER_USER'])
    const passed = await alice.patch<ErrorBody>(`${draft}/${ADMIN}`, { InProcessByUser: 'bob' })
    expect([passed.status, passed.data.error.code]).toEqual([403, 'DRAFT_LOCK_FOR_ANOTHER_USER'])
    expect(passed.data.error.message).toBe('A draft can only be locked for yourself.')
  })

  test('is 400 for wrong types and unknown properties, and 404 without draft', async () => {
    const { draft } = await edited()
    const wrong = await alice.patch<ErrorBody>(`${draft}/${ADMIN}`, { InProcessByUser: 5 })
    expect([wrong.status, wrong.data.error.code]).toEqual([400, 'ASSERT_DATA_TYPE'])
    expect((await alice.patch(`${draft}/${ADMIN}`, { nope: 1 })).status).toBe(400)
    expect((await alice.patch(`${await unedited()}/${ADMIN}`, { InProcessByUser: '' })).status).toBe(404)
  })

  test('needs the right to write films', async () => {
    const { draft } = await edited()
    await alice.patch(`${draft}/${ADMIN}`, { InProcessByUser: '' })
    const viewer = client(app, 'SagaFilm', 'viewer')
    expect((await viewer.patch(`${draft}/${ADMIN}`, { InProcessByUser: 'viewer' })).status).toBe(403)
    expect((await viewer.remove(`${draft}/${ADMIN}`)).status).toBe(403)
    expect((await viewer.remove(draft)).status).toBe(403)
    expect((await alice.get(`${draft}/${ADMIN}`)).data['InProcessByUser']).toBe('')
  })

  test('works in a $batch', async () => {
    const { draft } = await edited()
    const requests = [
      {
        id: '1',
        method: 'PATCH',
        url: `${draft}/${ADMIN}`,
        headers: { 'content-type': 'application/json' },
        body: { InProcessByUser: '' },
      },
      { id: '2', method: 'GET', url: `${draft}/${ADMIN}` },
      { id: '3', method: 'DELETE', url: `${draft}/${ADMIN}` },
    ]
    const { data } = await alice.post<{ responses: { status: number; body?: Row }[] }>('$batch', { requests })
    expect(data.responses.map(({ status }) => status)).toEqual([204, 200, 204])
    expect(data.responses[1]!.body).toMatchObject({ InProcessByUser: '' })
  })
})

describe('DELETE', () => {
  test('discards the draft, through the record and through the draft', async () => {
    for (const path of ['active', 'draft'] as const) {
      const film = await edited()
      expect((await alice.remove(`${film[path]}/${ADMIN}`)).status).toBe(204)
      expect((await alice.get(film.draft)).status).toBe(404)
      expect((await alice.get(film.active)).data).toMatchObject({ HasDraftEntity: false })
      expect((await alice.remove(`${film[path]}/${ADMIN}`)).status).toBe(404)
    }
  })

  test('is 403 for a draft that another user holds', async () => {
    const { active } = await edited()
    const { status, data } = await bob.remove(`${active}/${ADMIN}`)
    expect([status, (data as unknown as ErrorBody).error.code]).toEqual([403, 'DRAFT_LOCKED_BY_ANOTHER_USER'])
  })
})

test('the set of all administrative data stays closed', async () => {
  expect((await alice.get(ADMIN)).status).toBeGreaterThanOrEqual(400)
})
