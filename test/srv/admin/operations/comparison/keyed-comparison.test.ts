import { comparison } from '../../../../../srv/admin/dialects/hana/dialect.ts'
import type { Dialect } from '../../../../../srv/admin/dialects/dialect.ts'
import { sqliteDialect } from '../../../../../srv/admin/dialects/sqlite/dialect.ts'
import { FIRST_PAGE } from '../../../../../srv/admin/core/comparison/page-cursor.ts'
import { parseFilter } from '../../../../../srv/admin/core/filter/parse.ts'
import type { ComparisonPlan } from '../../../../../srv/admin/operations/comparison/comparison-plan.ts'
import { keyedStatement, type Listing } from '../../../../../srv/admin/operations/comparison/keyed-comparison.ts'
import { readFindings } from '../../../../../srv/admin/operations/comparison/keyed-findings.ts'
import { multisetStatement, readSurplus } from '../../../../../srv/admin/operations/comparison/row-multisets.ts'
import { ask, execute, useEngine } from '../../../../support/engines.ts'

/** As an engine asks whose parameters have no numbers, and which knows neither `IS NOT` nor a hint for WITH. */
const positional: Dialect = {
  ...sqliteDialect,
  placeholder: () => '?',
  comparison: {
    ...sqliteDialect.comparison,
    once: comparison.once,
    hasCheapFullJoin: comparison.hasCheapFullJoin,
    differs: (left, right) => comparison.differs(left, right),
  },
  filterTarget: (columns) => ({ ...sqliteDialect.filterTarget(columns), placeholder: () => '?' }),
}

const engine = useEngine('SQLite file')
beforeAll(() =>
  execute(
    engine().database,
    'CREATE TABLE t1 (k INTEGER, name TEXT, height REAL)',
    'CREATE TABLE t2 (k INTEGER, name TEXT, height REAL)',
    `INSERT INTO t1 VALUES (1, 'a', 1), (2, 'b', 2), (3, NULL, 3), (4, 'd', 4), (5, 'x', 5), (5, 'y', 5), (NULL, 'n', 0), (99, 'far', 0)`,
    `INSERT INTO t2 VALUES (1, 'a', 1.4), (2, 'c', 2), (3, NULL, NULL), (5, 'y', 5), (6, 'f', 6), (NULL, 'n', 0), (98, 'far', 0)`,
  ),
)

const planOn = async (dialect: Dialect): Promise<ComparisonPlan> => {
  const side = async (name: string) => {
    const columns = await ask(engine(), dialect.catalog.columns, { schema: 'main', table: name })
    return {
      table: { schema: 'main', name, type: 'table' as const, columns },
      where: parseFilter('k < 90 or k is null'),
    }
  }
  const [left, right] = [await side('t1'), await side('t2')]
  const pairs = left.table.columns.map((column, index) => ({
    left: column,
    right: right.table.columns[index] ?? column,
  }))
  return {
    ...{ dialect, left, right, keys: pairs.slice(0, 1), compared: pairs.slice(1) },
    ...{ tolerance: { absolute: 0.5, relative: 0 }, text: { ignoreCase: true, trim: true }, hasDuplicateKeys: true },
    isMasked: () => false,
  }
}

describe.each([
  ['numbered parameters', sqliteDialect],
  ['parameters without numbers', positional],
])('with %s', (_, dialect) => {
  const find = async (listing: Listing, hasValues = true) => {
    const plan = await planOn(dialect)
    const statement = keyedStatement(plan, listing, hasValues)
    const options = { signal: new AbortController().signal, timeoutMs: 10_000 }
    const rows = await engine().database.read(options, (session) => session.query(statement))
    return readFindings(plan, rows)
  }
  const keysOf = async (listing: Listing): Promise<unknown[]> =>
    (await find(listing)).findings.map(({ finding, key }) => [finding, key['k']])

  it('counts rows with a key, and tells that there are others', async () => {
    expect((await find({ type: 'none' })).counts).toEqual({
      ...{ rows1: 7, rows2: 6, nulls1: 1, nulls2: 1, matching: 1, different: 2, onlyLeft: 1, onlyRight: 1 },
      ...{ columns: [1, 1], hasKeylessRows: true },
    })
  })

  it('lists a page of them', async () => {
    const all = [['different', 2], ['different', 3], ['onlyLeft', 4], ['onlyRight', 6]] // prettier-ignore
    expect(await keysOf({ type: 'page', from: FIRST_PAGE, limit: 9 })).toEqual(all)
    const from = { part: 'keyed', after: [2], skip: 1 } as const
    expect(await keysOf({ type: 'page', from, limit: 1 })).toEqual(all.slice(2, 3))
    expect(await keysOf({ type: 'samples', limit: 1 })).toEqual([all[0], all[2], all[3]])
    const { findings } = await find({ type: 'page', from: FIRST_PAGE, limit: 1 })
    expect(findings).toMatchObject([{ left: { name: 'b', height: 2 }, right: { name: 'c', height: 2 } }])
  })

  it('compares the others as a whole', async () => {
    const plan = await planOn(dialect)
    const options = { signal: new AbortController().signal, timeoutMs: 10_000 }
    const statement = multisetStatement(plan, { type: 'page', skip: 0, limit: 5 })
    const rows = await engine().database.read(options, (session) => session.query(statement))
    expect(readSurplus(plan, rows)).toEqual({
      counts: { rows1: 3, rows2: 2, matching: 2, onlyLeft: 1, onlyRight: 0, groups: 1 },
      surplus: [{ finding: 'onlyLeft', count: 1, values: { k: 5, name: 'x', height: 5 } }],
    })
  })
})
