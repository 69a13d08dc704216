import { findEntity, findName } from '../../../../srv/admin/core/find-entity.ts'
import type { ModelEntity } from '../../../../srv/admin/core/model.ts'

const entity = (name: string, table: string | null, service: string | null = null): ModelEntity => ({
  name,
  table,
  service,
  ...{ keys: [], managedColumns: [], sensitiveColumns: [], associations: [], assertions: [], sources: [] },
})

test('an entity is found by its table in any letter case, the own before the served one', () => {
  const entities = [entity('S.Film', 'saga_Film', 'S'), entity('saga.Film', 'saga_Film'), entity('x', null)]
  expect(findEntity({ entities, services: [] }, 'SAGA_FILM')?.name).toBe('saga.Film')
  expect(findEntity({ entities: entities.slice(0, 1), services: [] }, 'saga_film')?.name).toBe('S.Film')
  expect(findEntity({ entities, services: [] }, 'null')).toBeUndefined()
})

test('a name is found by its spelling, else by the only one that differs in letter case', () => {
  expect(findName('a', ['A', 'a'])).toBe('a')
  expect(findName('homeworld_ID', ['homeworld_id'])).toBe('homeworld_id')
  expect(findName('aB', ['AB', 'ab'])).toBeUndefined()
  expect(findName('x', ['y'])).toBeUndefined()
})
