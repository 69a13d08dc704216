/** What would make SQLite prepare a kept statement again whenever it is run. */
import cds from '@sap/cds'
import { startApp } from '../../../support/app.ts'

startApp()

interface Translator {
  cqn2sql(query: object): { sql: string; values: unknown[] }
}

test.each([
  [{ rows: { val: 5 } }, / LIMIT \+\?\)?$/, [5]],
  [{ rows: { val: 5 }, offset: { val: 2 } }, / LIMIT \+\? OFFSET \?\)?$/, [5, 2]],
])('the limit %j is no bare parameter', (limit, end, expected) => {
  const query = cds.ql.SELECT.from('saga.Film').columns('title')
  Object.assign(query.SELECT, { limit })
  const { sql, values } = (cds.db as unknown as Translator).cqn2sql(query)
  expect(sql).toMatch(end)
  expect(values).toEqual(expected)
})
