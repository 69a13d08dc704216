import cds from '@sap/cds'
import { groupSize } from '../../../../../../srv/platform/odata/http/paging/expand-rows.ts'
import { startEmptyApp } from '../../../../../support/app.ts'

startEmptyApp()

test('rows are counted as a whole and in groups, and the answer is kept for a while', async () => {
  const home = cds.utils.uuid()
  await cds.run(INSERT.into('saga.Planet').entries({ ID: home, name: 'home' }))
  const people = ['a', 'b', 'c'].map((name) => ({ ID: cds.utils.uuid(), name, homeworld_ID: home }))
  await cds.run(INSERT.into('saga.People').entries(...people, { ID: cds.utils.uuid(), name: 'd' }))
  expect(await groupSize('SagaFilm.People', [['homeworld', 'ID']])).toEqual({ rows: 3, largest: 3 })
  expect(await groupSize('SagaFilm.People', [])).toEqual({ rows: 4, largest: 4 })
  await cds.run(DELETE.from('saga.People'))
  expect(await groupSize('SagaFilm.People', [])).toEqual({ rows: 4, largest: 4 })
})

test('of nothing, nothing', async () => {
  expect(await groupSize('SagaFilm.Starship', [['name']])).toEqual({ rows: 0, largest: 0 })
})

test('a failure is not kept', async () => {
  await expect(groupSize('saga.Nothing', [])).rejects.toThrow()
  await expect(groupSize('saga.Nothing', [])).rejects.toThrow()
})
