import { columnsOf, type Element, liveEntity, servedModel } from '../../../srv/data/mirror-model.ts'
import { startApp } from '../../support/app.ts'

startApp()

const entityOf = (...elements: Element[]) => ({
  name: 'x',
  kind: 'entity',
  elements: Object.fromEntries(elements.map((element) => [element.name, element])),
})

test('columns are the stored elements: no associations, nothing virtual, nothing hidden', () => {
  const columns = columnsOf(
    entityOf(
      { name: 'ID', type: 'cds.UUID', key: true },
      { name: 'film', type: 'cds.Association', isAssociation: true },
      { name: 'film_ID', type: 'cds.UUID' },
      { name: 'IsActiveEntity', type: 'cds.Boolean', key: true, virtual: true },
      { name: 'secret', type: 'cds.String', '@cds.api.ignore': true },
    ),
  )
  expect(columns).toEqual([
    { name: 'ID', type: 'cds.UUID', isKey: true },
    { name: 'film_ID', type: 'cds.UUID', isKey: false },
  ])
})

test('a collection has the type of its items', () => {
  expect(
    columnsOf(entityOf({ name: 'a', items: { type: 'cds.String' } }, { name: 'b', items: {} })).map(({ type }) => type),
  ).toEqual(['array of cds.String', 'array of cds.Map'])
})

test('the served model holds the services and the database', () => {
  const names = [...servedModel().keys()]
  for (const prefix of ['SagaFilm.', 'SagaEpisode.', 'DataService.', 'saga.'])
    expect(names.some((name) => name.startsWith(prefix))).toBe(true)
  expect(names.filter((name) => name.includes('Draft') || name.startsWith('cds.'))).toEqual([])
})

test.each(['SagaFilm.Film', 'SagaEpisode.Shows', 'DataService.Data'])('%s may be read as live rows', (name) => {
  expect(liveEntity(name)?.name).toBe(name)
})

test.each([
  'saga.Film',
  'SagaFilm.DraftAdministrativeData',
  'DRAFT.DraftAdministrativeData',
  'cds.outbox.Messages',
  'SagaFilm',
  'toString',
  '',
])('"%s" may not', (name) => {
  expect(liveEntity(name)).toBeUndefined()
})
