/** Pages in the order of keys are found by the index of the keys. */
import cds from '@sap/cds'
import { orderByKeys } from '../../../../srv/platform/plans/index.ts'
import { startApp } from '../../../support/app.ts'
import { postgresTranslator } from '../../../support/postgres-sql.ts'

startApp()

test.each([
  ['ID', /ORDER BY "\$P"\.ID ASC$/i],
  ['ID desc', /ORDER BY "\$P"\.ID DESC$/i],
  ['ID nulls first', /\.ID ASC NULLS FIRST$/],
  ['name, ID', /name ASC NULLS FIRST,"\$P"\.ID ASC$/i],
  ['homeworld.ID, ID', /ORDER BY .*homeworld_ID ASC NULLS FIRST,"\$P"\.ID ASC$/i],
  ['homeworld.name, ID', /ORDER BY homeworld\.name ASC NULLS FIRST,"\$P"\.ID ASC$/i],
])('people by %s', (order, end) => {
  const query = (cds.ql as unknown as (text: string) => object)(`SELECT name from saga.People order by ${order}`)
  expect(postgresTranslator(orderByKeys).cqn2sql(query).sql).toMatch(end)
})

test('the key of a partner may be null', () => {
  const query = (cds.ql as unknown as (text: string) => object)(
    `SELECT p.name from saga.People as p left join saga.Planet as h on h.ID = p.homeworld_ID order by h.ID, p.ID`,
  )
  expect(postgresTranslator(orderByKeys).cqn2sql(query).sql).toMatch(/ORDER BY h\.ID ASC NULLS FIRST,p\.ID ASC( |$)/)
})

test('other databases are left alone', () => {
  const service = { kind: 'sqlite', class: {} }
  const before = service.class
  orderByKeys(service)
  expect(service.class).toBe(before)
})
