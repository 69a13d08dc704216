import cds from '@sap/cds'
import { type Definition, readModel } from '../../../../srv/admin/model/read-model.ts'
import type { Model, ModelEntity } from '../../../../srv/admin/core/model.ts'
import { ROOT } from '../../../support/app.ts'

let model: Model
const entity = (name: string): ModelEntity => model.entities.find((each) => each.name === name)!

beforeAll(async () => {
  const csn = await cds.load(`${ROOT}/srv`)
  const { definitions } = cds.compile.for.nodejs(csn) as unknown as { definitions: Record<string, Definition> }
  model = readModel(definitions, [{ name: 'SagaFilm', endpoints: [{ kind: 'odata', path: '/odata/v4/SagaFilm' }] }])
})

test('a managed association is told by the columns that it has in the database', () => {
  expect(entity('saga.People').associations).toEqual([
    { name: 'homeworld', columns: ['homeworld_ID'], targetTable: 'saga_Planet', targetColumns: ['ID'] },
  ])
})

test('keys, managed columns and the table are told', () => {
  expect(entity('saga.Film')).toMatchObject({
    table: 'saga_Film',
    keys: ['ID'],
    managedColumns: ['createdAt', 'createdBy', 'modifiedAt', 'modifiedBy'],
    service: null,
    sources: [],
  })
})

test('assertions are told as rules', () => {
  const { assertions } = entity('saga.People')
  expect(assertions).toContainEqual({ rule: 'required', column: 'name' })
  expect(assertions).toContainEqual({ rule: 'length', column: 'name', max: 100 })
  expect(assertions).toContainEqual({
    rule: 'pattern',
    column: 'birth_year',
    regex: '^[0-9]+([.][0-9]+)?(BBY|ABY)$',
  })
  expect(entity('saga.Film').assertions).toContainEqual({ rule: 'range', column: 'episode_id', min: 0 })
  expect(entity('saga.Film2People').assertions).toContainEqual({ rule: 'unique', columns: ['film_ID', 'people_ID'] })
})

test('a projection and a view are told with what they select from', () => {
  expect(entity('SagaFilm.Film')).toMatchObject({ service: 'SagaFilm', sources: ['saga.Film'] })
  expect(entity('saga.directors').sources).toEqual(['saga.Film'])
  expect(entity('saga.Show2Planets').sources).toEqual(['saga.Episode2Planets'])
})

test('drafts are no entities of their own, and services are those that are served', () => {
  expect(model.entities.filter(({ name }) => name.includes('drafts'))).toEqual([])
  expect(model.services).toEqual([{ name: 'SagaFilm', path: '/odata/v4/SagaFilm', protocols: ['odata'] }])
})

test('what CAP adds and what plugins bring is technical, also where a service shows it unasked', () => {
  const { entities } = readModel(
    {
      'sap.shop.Books': { kind: 'entity', elements: {} },
      'sap.shop.Books.texts': { kind: 'entity', elements: {} },
      'sap.shop.own.texts': { kind: 'entity', elements: {} },
      'sap.common.Currencies': { kind: 'entity', elements: {} },
      'Shop.Books': { kind: 'entity', elements: {}, projection: { from: { ref: ['sap.shop.Books'] } } },
      'Shop.Currencies': {
        ...{ kind: 'entity', elements: {}, projection: { from: { ref: ['sap.common.Currencies'] } } },
        '@cds.autoexposed': true,
      },
      'Shop.Prices': { kind: 'entity', elements: {}, projection: { from: { ref: ['sap.common.Currencies'] } } },
      'DRAFT.DraftAdministrativeData': { kind: 'entity', elements: {} },
    },
    [],
    new Set(['sap.common.Currencies']),
  )
  expect(entities.filter(({ isTechnical }) => isTechnical).map(({ name }) => name)).toEqual([
    'sap.shop.Books.texts',
    'sap.common.Currencies',
    'Shop.Currencies',
    'DRAFT.DraftAdministrativeData',
  ])
})

test('code lists that are deployed where they are used have their tables', () => {
  const skipped = { kind: 'entity', elements: { code: { key: true } } }
  const { entities } = readModel(
    {
      Currencies: { ...skipped, '@cds.persistence.skip': 'if-unused' },
      Remote: { ...skipped, '@cds.persistence.skip': true },
      Books: {
        kind: 'entity',
        elements: {
          currency: { target: 'Currencies', keys: [{ ref: ['code'] }] },
          origin: { target: 'Remote', keys: [{ ref: ['code'] }] },
        },
      },
    },
    [],
  )
  expect(entities.map(({ table }) => table)).toEqual(['Currencies', null, 'Books'])
  expect(entities[2]!.associations.map(({ targetTable }) => targetTable)).toEqual(['Currencies'])
})

test('what an application hides is told, with all that CAP makes of it', () => {
  const compiled = cds.compile.for.nodejs(
    (cds.compile as unknown as (model: string) => never)(`
      namespace shop;
      entity Books { key ID : Integer; @dba.hidden price : Integer; @dba.hidden cost : Association to Costs;
        @dba.hidden size { height : Integer }; @dba.hidden note : localized String; @dba.hidden: false title : String }
      @dba.hidden entity Costs { key ID : Integer; amount : Integer; name : localized String; book : Association to Books }
      entity Totals as select from Costs { ID, amount };
      service Shop { entity CostList as projection on Costs; entity BookList as projection on Books }
    `),
  ) as unknown as { definitions: Record<string, Definition> }
  const { entities } = readModel(compiled.definitions, [])
  const hidden = entities.filter(({ isHidden }) => isHidden).map(({ name }) => name)
  expect(hidden.sort()).toEqual(['shop.Costs', 'shop.Costs.texts', 'shop.Shop.CostList', 'shop.Shop.CostList.texts', 'shop.Totals']) // prettier-ignore
  const columnsOf = (name: string): readonly string[] =>
    [...(entities.find((each) => each.name === name)?.hiddenColumns ?? [])].sort()
  expect(columnsOf('shop.Books')).toEqual(['cost_ID', 'note', 'price', 'size_height'])
  expect(columnsOf('shop.Books.texts')).toEqual(['note'])
  expect(columnsOf('shop.Costs')).toEqual(['ID', 'amount', 'book_ID', 'name'])
})
