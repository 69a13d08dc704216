import { asAdminsSee, hiddenOf, ofAdminsOnly, withoutHidden } from '../../../../srv/admin/core/hidden.ts'
import type { Model, ModelEntity } from '../../../../srv/admin/core/model.ts'

const entity = (table: string, more: Partial<ModelEntity> = {}): ModelEntity => ({
  ...{ name: `my.${table}`, table, keys: [], managedColumns: [], sensitiveColumns: [] },
  ...{ associations: [], assertions: [], sources: [], service: null, ...more },
})
const association = { name: 'cost', columns: ['cost_ID'], targetTable: 'my_Cost', targetColumns: ['ID'] }
const MODEL: Model = {
  services: [],
  entities: [
    entity('my_Cost', { isHidden: true, sensitiveColumns: ['ID'], hiddenColumns: ['ID'] }),
    entity('my.Odd+Name', { isHidden: true }),
    entity('my_Book', {
      ...{ sensitiveColumns: ['price', 'buyer'], hiddenColumns: ['price'] },
      associations: [association, { ...association, targetTable: 'my_Shelf' }],
    }),
  ],
}
const hidden = hiddenOf(MODEL)!

test('a model that hides nothing stays as it is', () => {
  const model = { services: [], entities: [entity('my_Book')] }
  expect([hiddenOf(model), withoutHidden(model)]).toEqual([undefined, model])
})

test('what CAP makes for a hidden entity is hidden as well', () => {
  const names = ['my_cost', 'MY_COST_drafts', 'localized_my_Cost', 'localized.de.my_Cost', 'my.Odd+Name']
  expect(names.filter((name) => !hidden.isTable(name))).toEqual([])
  const others = ['my_costs', 'amy_cost', 'cost', 'my_Cost_more', 'my_Book', 'myxOdd+Name']
  expect(others.filter((name) => hidden.isTable(name))).toEqual([])
})

test.each([
  ['SELECT * FROM my_cost c', true],
  ['REFERENCES "public"."MY_COST_DRAFTS" (ID)', true],
  ['select from [my.Odd+Name]', true],
  ['SELECT * FROM my_costs, amy_cost, _my_cost', false],
  [null, false],
])('whether %j names a hidden table: %s', (text, isNamed) => {
  expect(hidden.mentionsTable(text)).toBe(isNamed)
})

test('columns are looked for by their own names', () => {
  expect(['UPDATE b SET Price = 1', 'prices', 'x.price'].map((text) => hidden.mentionsColumn(text))).toEqual([
    true,
    false,
    true,
  ])
})

test('operations know neither hidden entities nor what refers to them', () => {
  const [book, ...others] = withoutHidden(MODEL).entities
  expect(others).toEqual([])
  expect(book?.associations.map(({ targetTable }) => targetTable)).toEqual(['my_Shelf'])
})

test('admins see what is only sensitive', () => {
  const columnsOf = (model: Model): unknown => model.entities.at(-1)?.sensitiveColumns
  expect([asAdminsSee, ofAdminsOnly].map((seen) => columnsOf(seen(MODEL)))).toEqual([['price'], ['buyer']])
})
