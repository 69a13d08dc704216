import { columnMarks } from '../../../../srv/admin/core/column-marks.ts'
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
  const { isKey, isManaged, isSensitive } = columnMarks(model, 'saga_people')
  expect([isKey('id'), isManaged('MODIFIEDAT'), isSensitive('name')]).toEqual([true, true, true])
  expect([isKey('name'), isManaged('id'), isSensitive('climate')]).toEqual([false, false, false])
})

test('drafts have the marks of what they are drafts of', () => {
  const model = {
    services: [],
    entities: [
      entity('Films.People', 'Films_People', { sensitiveColumns: ['name'] }),
      entity('Nowhere', null, { keys: ['ID'] }),
    ],
  }
  expect(columnMarks(model, 'FILMS_PEOPLE_DRAFTS').isSensitive('NAME')).toBe(true)
  expect(columnMarks(model, 'films_people_drafts_drafts').isSensitive('name')).toBe(false)
  expect(columnMarks(model, '_drafts').isKey('ID')).toBe(false)
})
