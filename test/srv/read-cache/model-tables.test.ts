import cds from '@sap/cds'
import { ModelTables, readStatement } from '../../../srv/read-cache/model-tables.ts'
import { startApp } from '../../support/app.ts'

startApp()

interface Stored {
  readonly name: string
  readonly type: string
  readonly sql: string
}

test('all tables and views of the database are known, and each view by the tables that the database takes it from', async () => {
  const tables = new ModelTables(cds.db)
  const stored = (await cds.run(
    "SELECT name, type, sql FROM sqlite_master WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'",
  )) as Stored[]
  expect(stored.filter(({ name }) => !tables.has(name.toLowerCase()))).toEqual([])

  const bySql = new Map(stored.map(({ name, type, sql }) => [name.toLowerCase(), { type, sql }]))
  const basesInDatabase = (name: string): string[] => {
    const { type, sql } = bySql.get(name)!
    if (type === 'table') return [name]
    const query = sql.slice(sql.search(/\bAS SELECT\b/i) + 3)
    return readStatement(query, (each) => bySql.has(each)).names.flatMap(basesInDatabase)
  }
  const namesIn = (sql: string): readonly string[] => readStatement(sql, tables.has).names
  const sorted = (names: readonly string[]): string[] => [...new Set(names)].sort()
  const names = [...bySql.keys()]
  expect(names.filter((name) => bySql.get(name)!.type === 'view').length).toBeGreaterThan(40)
  expect(names.map((name) => [name, sorted(tables.basesOf(name, namesIn))])).toEqual(
    names.map((name) => [name, sorted(basesInDatabase(name))]),
  )
  expect(sorted(tables.tables)).toEqual(sorted(names.filter((name) => bySql.get(name)!.type === 'table')))
})
