import { borrowAppOn } from '../../../../../support/borrowed-server.ts'
import { ways } from '../../../../../support/odata.ts'
import { DATABASES } from '../../../../../support/server-on.ts'

describe.each(DATABASES)('%s', (database) => {
  const app = borrowAppOn(database)

  describe.each(ways(app, 'SagaFilm'))('a new film that was a draft, %s', (_, ask) => {
    test('was changed last when it was created, and later when it is changed', async () => {
      const { body: draft } = await ask('POST', 'Film', { body: { title: 'x' } })
      const path = (isActive: boolean): string => `Film(ID=${String(draft.ID)},IsActiveEntity=${String(isActive)})`
      await ask('PATCH', path(false), { body: { director: 'y' } })
      const { body: active } = await ask('POST', `${path(false)}/SagaFilm.draftActivate`, { body: {} })
      expect(active).toMatchObject({ director: 'y', modifiedAt: active.createdAt })
      expect(active['@odata.etag']).toContain(active.modifiedAt)
      await ask('POST', `${path(true)}/SagaFilm.draftEdit`, { body: {} })
      const { body: again } = await ask('POST', `${path(false)}/SagaFilm.draftActivate`, { body: {} })
      expect(again.createdAt).toBe(active.createdAt)
      expect(again.modifiedAt > active.modifiedAt).toBe(true)
    })

    test('shows nothing of the column that tied it to its administration', async () => {
      const name = 'DraftAdministrativeData_DraftUUID'
      for (const option of [
        `$select=${name}`,
        `$filter=${name} ne null`,
        `$orderby=${name}`,
        `$expand=characters($select=${name})`,
      ])
        expect([option, (await ask('GET', `Film?${option}`)).status]).toEqual([option, 400])
    })
  })
})
