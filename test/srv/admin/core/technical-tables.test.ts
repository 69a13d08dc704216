import type { Model, ModelEntity } from '../../../../srv/admin/core/model.ts'
import { technicalTables } from '../../../../srv/admin/core/technical-tables.ts'

const entity = (name: string, isTechnical?: boolean): ModelEntity => ({
  ...{ name, table: name.replaceAll('.', '_'), keys: [], managedColumns: [], sensitiveColumns: [] },
  ...{ associations: [], assertions: [], sources: [], service: null },
  ...(isTechnical !== undefined && { isTechnical }),
})
const model: Model = {
  entities: [entity('sap.shop.Books'), entity('sap.common.Currencies', true), entity('cds.model.Cars', false)],
  services: [],
}

test.each([
  ['sap_shop_Books', false],
  ['SAP_SHOP_BOOKS', false],
  ['sap_common_Currencies', true],
  ['SAP_COMMON_CURRENCIES', true],
  ['cds_model_Cars', false],
  ['cds_model_Other', true],
  ['sap_shop_Books_drafts', true],
  ['DRAFT_DraftAdministrativeData', true],
  ['localized_sap_shop_Books', true],
  ['localized_de_sap_shop_Books', true],
  ['localized_zh_TW_sap_shop_Books', true],
  ['localized_prices', false],
  ['sqlite_sequence', true],
  ['spatial_ref_sys', true],
  ['DATABASECHANGELOG', true],
  ['sap_stock', false],
  ['texts', false],
])('whether %s is technical: %s', (name, expected) => {
  expect(technicalTables(model)(name)).toBe(expected)
})

test('what one entity of the application stores in a table is its own, whoever else shows it', () => {
  const shown = { ...entity('sap.common.Shown', true), table: 'sap_shop_Books' }
  expect(technicalTables({ ...model, entities: [shown, ...model.entities] })('sap_shop_Books')).toBe(false)
})
