import { foldName } from '../../../../srv/admin/core/identifiers.ts'
import { columnMarks, sensitiveColumns } from '../../../../srv/admin/core/find-entity.ts'
import type { ModelEntity } from '../../../../srv/admin/core/model.ts'

const entity = (name: string, table: string | null, marks: Partial<ModelEntity>): ModelEntity => ({
  ...{ name, table, keys: [], managedColumns: [], sensitiveColumns: [] },
  ...{ associations: [], assertions: [], sources: [], service: null },
  ...marks,
})

test('marks are those of all entities of the table, whatever the letter case of the engine', () => {
  const model = {
    services: [],
    entities: [
      entity('saga.People', 'saga_People', { keys: ['ID'], sensitiveColumns: ['Name'] }),
      entity('Films.People', 'SAGA_PEOPLE', { managedColumns: ['modifiedAt'] }),
      entity('saga.Planet', 'saga_Planet', { sensitiveColumns: ['climate'] }),
      entity('saga.Nowhere', null, { sensitiveColumns: ['climate'] }),
    ],
  }
  const { isKey, isManaged } = columnMarks(model, 'saga_people')
  expect([isKey('id'), isManaged('MODIFIEDAT'), sensitiveColumns(model, 'saga_people').has(foldName('name'))]).toEqual([
    true,
    true,
    true,
  ])
  expect([isKey('name'), isManaged('id'), sensitiveColumns(model, 'saga_people').has(foldName('climate'))]).toEqual([
    false,
    false,
    false,
  ])
})

test('drafts have the marks of what they are drafts of', () => {
  const model = {
    services: [],
    entities: [
      entity('Films.People', 'Films_People', { sensitiveColumns: ['name'] }),
      entity('Nowhere', null, { keys: ['ID'] }),
    ],
  }
  expect(sensitiveColumns(model, 'FILMS_PEOPLE_DRAFTS').get(foldName('name'))).toBe(foldName('films_people.name'))
  expect(sensitiveColumns(model, 'films_people_drafts_drafts').has(foldName('name'))).toBe(false)
  expect(columnMarks(model, '_drafts').isKey('ID')).toBe(false)
})
