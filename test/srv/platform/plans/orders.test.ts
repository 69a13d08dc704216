/** What is expanded is looked for in the rows of the page, not in those before it. @alone: measures work on each engine. */
import cds from '@sap/cds'
import { orderByKeys, pageFirst } from '../../../../srv/platform/plans/index.ts'
import { startApp } from '../../../support/app.ts'
import { postgresTranslator } from '../../../support/postgres-sql.ts'
import { DATABASES, startServerOn } from '../../../support/server-on.ts'
import type { ServerProcess } from '../../../support/server-process.ts'

startApp()

const sqlOf = (text: string): string =>
  postgresTranslator(pageFirst).cqn2sql((cds.ql as unknown as (text: string) => object)(text)).sql

test('rows are skipped in a query of their own', () => {
  const sql = sqlOf(
    `SELECT from saga.Planet { name, residents { name } } where climate = 'arid' order by ID limit 5 offset 20`,
  )
  expect(sql).toMatch(
    /FROM \(SELECT \* FROM saga_Planet as .* WHERE .*climate = \$\d ORDER BY .* LIMIT \$\d OFFSET \$\d\) as/,
  )
  expect(sql.match(/LIMIT/g)).toHaveLength(1)
})

test('many rows are skipped by their keys, in the order that the index has', () => {
  const translator = postgresTranslator((database) => {
    orderByKeys(database)
    pageFirst(database)
  })
  const query = 'SELECT from saga.Planet { name, climate } order by ID desc limit 5 offset 1000'
  const { sql } = translator.cqn2sql((cds.ql as unknown as (text: string) => object)(query))
  expect(sql).toMatch(
    /WHERE .*ID in \(SELECT page_keys\.ID FROM saga_Planet as page_keys ORDER BY page_keys\.ID DESC LIMIT \$\d OFFSET \$\d\) ORDER BY/,
  )
  expect(sql.match(/LIMIT/g)).toHaveLength(1)
})

test.each([
  ['in another order', 'SELECT from saga.Planet { name, climate } order by name, ID limit 5 offset 1000'],
  ['of some', `SELECT from saga.Planet { name, climate } where climate = 'arid' order by ID limit 5 offset 1000`],
  ['but few', 'SELECT from saga.Planet { name, climate } order by ID limit 5 offset 999'],
  ['by a part of the key', 'SELECT from saga.Entities.columns { name, up__name } order by name limit 5 offset 1000'],
])('rows that are skipped %s are not', (_, text) => {
  expect(sqlOf(text)).not.toMatch(/page_keys/)
})

test.each([
  ['nothing expanded', 'SELECT from saga.Planet { name } order by ID limit 5 offset 20'],
  ['nothing skipped', 'SELECT from saga.Planet { name, residents { name } } order by ID limit 5'],
  ['an order by partners', 'SELECT from saga.People { name, films { ID } } order by homeworld.name limit 5 offset 20'],
])('%s: as it was', (_, text) => {
  expect(sqlOf(text)).not.toMatch(/\(SELECT \*/)
})

describe.each(DATABASES)('%s', (database) => {
  let server: ServerProcess
  beforeAll(async () => {
    server = await startServerOn(database)
  }, 120_000)
  afterAll(() => server.stop())

  const read = async (path: string): Promise<unknown[]> => {
    const answer = await fetch(`${server.url}/odata/v4/SagaFilm/${path}`)
    return ((await answer.json()) as { value: unknown[] }).value
  }

  test.each([
    'Planet?$expand=residents($orderby=name desc;$expand=films($orderby=ID))',
    'Planet?$expand=residents($orderby=ID)&$orderby=name desc',
    `People?$expand=films($orderby=ID),homeworld&$filter=contains(name,'a')&$orderby=gender,name`,
    `People?$expand=films($orderby=ID)&$orderby=homeworld/name,name`,
    'Film?$expand=characters($orderby=ID;$top=3)&$orderby=title',
  ])('the pages of %s are the whole', async (path) => {
    const whole = await read(path)
    const pages = []
    for (let skip = 0; skip < whole.length; skip += 7)
      pages.push(...(await read(`${path}&$skip=${String(skip)}&$top=7`)))
    expect(pages).toEqual(whole)
  })
})
