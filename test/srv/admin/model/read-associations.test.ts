import cds from '@sap/cds'
import { type Definition, readModel } from '../../../../srv/admin/model/read-model.ts'
import type { Model, ModelEntity } from '../../../../srv/admin/core/model.ts'
import { ROOT } from '../../../support/app.ts'

let model: Model
let definitions: Record<string, Definition>
const entity = (name: string): ModelEntity => model.entities.find((each) => each.name === name)!
/** `name: columns -> table (columns)` of each association. */
const told = (name: string): string[] =>
  entity(name).associations.map(
    ({ name: association, columns, targetTable, targetColumns }) =>
      `${association}: ${columns.join(' ')} -> ${targetTable} (${targetColumns.join(' ')})`,
  )

beforeAll(async () => {
  const csn = await cds.load(`${ROOT}/test/support/orders.cds`)
  const compiled = cds.compile.for.nodejs(csn) as unknown as { definitions: Record<string, Definition> }
  definitions = compiled.definitions
  model = readModel(definitions, [])
})

test('code lists, structured elements, aliases and conditions on a key are told; remote and filtered targets are not', () => {
  expect(told('orders.Orders')).toEqual([
    'urgency: urgency_code -> orders_Urgency (code)',
    'currency: currency_code -> sap_common_Currencies (code)',
    'home_country: home_country_code -> sap_common_Countries (code)',
    'alias: alias_c -> orders_Urgency (code)',
    'item: item_up__ID item_pos -> orders_Orders_items (up__ID pos)',
    'buyer: buyer_id -> orders_Buyers (id)',
    'renamed: renamed_number -> orders_Buyers (id)',
  ])
})

test('the parts of compositions refer to their owner, in line or not, and so do texts', () => {
  expect(told('orders.Orders.items')).toEqual([
    'up_: up__ID -> orders_Orders (ID)',
    'urgency: urgency_code -> orders_Urgency (code)',
  ])
  expect(told('orders.Orders.items.parts')).toEqual(['up_: up__up__ID up__pos -> orders_Orders_items (up__ID pos)'])
  expect(told('orders.Orders.detail')).toEqual(['up_: up__ID -> orders_Orders (ID)'])
  expect(told('orders.Notes')).toContain('up_notes: order_id -> orders_Orders (ID)')
  expect(told('orders.Orders.texts')).toContain('up_texts: ID -> orders_Orders (ID)')
  expect(told('orders.Urgency.texts')).toContain('up_texts: code -> orders_Urgency (code)')
})

test('keys that are associations, aspects, and projections with a table of their own are told', () => {
  expect(told('orders.Pairs').slice(0, 2)).toEqual([
    'order: order_ID -> orders_Orders (ID)',
    'buyer: buyer_id -> orders_Buyers (id)',
  ])
  expect(told('orders.OfPair')).toEqual([
    'pair: pair_order_ID pair_buyer_id -> orders_Pairs (order_ID buyer_id)',
    'own: own_id -> orders_Own (id)',
  ])
  expect(told('orders.Buyers')).toEqual(['country: country_code -> sap_common_Countries (code)'])
  expect(entity('orders.Own')).toMatchObject({ table: 'orders_Own', sources: [] })
  expect(entity('orders.Pairs').assertions).toContainEqual({
    rule: 'unique',
    columns: ['order_ID', 'place_country_code'],
  })
})

test('each column that the compiler has made for an association is told, unless its target is not in the database', () => {
  for (const { name, table, sources, associations } of model.entities) {
    if (table === null || sources.length > 0) continue
    const elements = Object.entries(definitions[name]?.elements ?? {})
    const made = elements.filter(([, element]) => {
      const target = definitions[name]?.elements?.[String(element['@odata.foreignKey4'])]?.target
      return target !== undefined && !['orders.Remote', 'orders.Chosen'].includes(target)
    })
    const columns = associations.flatMap((association) => association.columns)
    for (const [column] of made) expect([name, columns]).toEqual([name, expect.arrayContaining([column])])
  }
})
