/**
 * Values at the edges of what columns hold: operations that compare them agree with plain JavaScript, on every engine.
 * @long: compares generated tables on each engine.
 */
import fc from 'fast-check'
import type { Value } from '../../../../../srv/admin/core/values.ts'
import { ROUTES } from '../../../../../srv/admin/http/routes.ts'
import { fillTable, startEngineApi, type TestColumn } from '../../../../support/engine-api.ts'
import { ENGINES, useEngine } from '../../../../support/engines.ts'
import { expectKeyed, expectMultiset, type OracleRow } from '../../../../support/row-oracle.ts'
import { runs } from '../../../../support/long.ts'

type Row = readonly Value[]
type Profile = Record<'columns', (Record<string, unknown> & { topValues: { count: number }[] })[]>

const KEY: TestColumn = { name: 'id', kind: 'integer', isKey: true }
/** Columns with their values in ascending order; those that are the same to a database stand in one list. */
const EDGES: readonly { column: TestColumn; values: readonly (readonly Value[])[] }[] = [
  { column: { name: 'flag', kind: 'boolean' }, values: [[false], [true]] },
  {
    column: { name: 'whole', kind: 'integer' },
    values: [[-(2n ** 63n)], [-(2n ** 53n) - 1n], [-(2n ** 53n)], [-1], [0], [1], [2n ** 53n], [2n ** 53n + 1n], [2n ** 63n - 1n]], // prettier-ignore
  },
  {
    column: { name: 'price', kind: 'decimal' },
    values: [['-9999999999.99'], ['-0.01'], ['0.00', '0', '-0.00'], ['0.10', '0.1'], ['0.30'], ['9999999999.99']],
  },
  {
    column: { name: 'ratio', kind: 'float' },
    values: [[-Infinity], [-1.7976931348623157e308], [-5e-324], [0, -0], [5e-324], [0.1], [0.1 + 0.2], [1e300], [Infinity]], // prettier-ignore
  },
  {
    column: { name: 'word', kind: 'text' },
    values: [[''], [' a'], ['0'], ['A'], ['Null'], ['a'], ['a '], ['a\u0308'], ['ß'], ['ä'], ['ﬀ'], ['\uFFFD'], ['😀']],
  },
  { column: { name: 'day', kind: 'date' }, values: [['0001-01-01'], ['2024-02-28'], ['2024-02-29'], ['9999-12-31']] },
  {
    column: { name: 'at', kind: 'timestamp' },
    values: [['0001-01-01T00:00:00.000Z'], ['1969-12-31T23:59:59.999Z'], ['2024-02-29T23:59:59.998Z', '2024-03-01T00:59:59.998+01:00'], ['2024-02-29T23:59:59.999Z'], ['9999-12-31T23:59:59.999Z']], // prettier-ignore
  },
  { column: { name: 'bytes', kind: 'binary' }, values: [[''], ['00'], ['0000'], ['ff'], ['ff00']].map(([hex = '']) => [Uint8Array.from(Buffer.from(hex, 'hex'))]) }, // prettier-ignore
]
const COLUMNS = [KEY, ...EDGES.map(({ column }) => column)]
/** The same numbers mean the same values; null is null. */
const ranks = (row: Row): OracleRow =>
  row.map((value, index) =>
    index === 0 || value === null
      ? (value as number | null)
      : (EDGES[index - 1]?.values.findIndex((same) => same.some((each) => Object.is(each, value))) ?? null),
  )

const cells = EDGES.map(({ values }) => fc.option(fc.constantFrom(...values.flat()), { freq: 5 }))
const body: fc.Arbitrary<Row> = fc.tuple(...cells)
/** Few different values, so that rows are alike. */
const alike = fc.array(fc.nat(3), { minLength: 1, maxLength: 12 })
/** What becomes of a row in the other table. */
const fate = fc.oneof(
  { weight: 3, arbitrary: fc.constant('same' as const) },
  fc.constantFrom('gone' as const, 'new' as const),
  fc.record({ column: fc.nat(EDGES.length - 1), from: body }),
)
const tables = fc.array(fc.record({ values: body, fate }), { minLength: 1, maxLength: 12 }).map((rows) => {
  const left: Row[] = []
  const right: Row[] = []
  for (const [id, { values, fate: what }] of rows.entries()) {
    const row = [id, ...values]
    if (what !== 'new') left.push(row)
    if (typeof what === 'object') right.push(row.with(what.column + 1, what.from[what.column] ?? null))
    else if (what !== 'gone') right.push(row)
  }
  return { left, right }
})

describe.each(Object.keys(ENGINES))('%s', (name) => {
  const engine = useEngine(name)
  const api = startEngineApi(engine, ROUTES)

  test('rows are the same where their values are', async () => {
    await fc.assert(
      fc.asyncProperty(tables, async ({ left, right }) => {
        await fillTable(engine(), 'edges1', COLUMNS, left)
        await fillTable(engine(), 'edges2', COLUMNS, right)
        const both = { table1: 'edges1', table2: 'edges2' }
        const { columns, ...counts } = expectKeyed(left.map(ranks), right.map(ranks), 1)
        const columnDifferences = EDGES.flatMap(({ column }, index) =>
          columns[index] ? [{ column: column.name, count: columns[index] }] : [],
        )
        expect(await api.post('/compareData', both)).toMatchObject({
          mode: 'keyed',
          summary: counts,
          columnDifferences,
        })
        const { matching: identical, ...different } = counts
        const diff = await api.post('/dataDiff', both)
        expect(diff).toMatchObject({ summary: { identical, ...different }, columnDifferences, truncated: false })
        expect(diff['differences']).toHaveLength(counts.different)
        const withoutKey = (rows: readonly Row[]): OracleRow[] => rows.map((row) => ranks(row).slice(1))
        expect(await api.post('/compareData', { ...both, excludeColumns: 'id' })).toMatchObject({
          mode: 'multiset',
          summary: expectMultiset(withoutKey(left), withoutKey(right)),
        })
      }),
      { numRuns: runs(4, 12) },
    )
  })

  test('tables of hundreds of columns are compared like others, and those of more are refused', async () => {
    const wide = (count: number): TestColumn[] => [
      KEY,
      ...Array.from({ length: count - 1 }, (_, index) => ({ name: `c${String(index)}`, kind: 'integer' as const })),
    ]
    const row = (id: number, last: number): Row => [
      id,
      ...Array.from({ length: 559 }, (_, index) => (index === 558 ? last : null)),
    ]
    await fillTable(engine(), 'edges1', wide(560), [row(1, 1), row(2, 2), row(3, 1)])
    await fillTable(engine(), 'edges2', wide(560), [row(1, 1), row(2, 3)])
    const both = { table1: 'edges1', table2: 'edges2' }
    const columnDifferences = [{ column: 'c558', count: 1 }]
    expect(await api.post('/compareData', both)).toMatchObject({
      summary: { matching: 1, different: 1, onlyInTable1: 1, onlyInTable2: 0 },
      columnDifferences,
    })
    expect(await api.post('/dataDiff', both)).toMatchObject({
      columnDifferences,
      differences: [{ key: { id: 2 }, changes: [{ column: 'c558', table1Value: 2, table2Value: 3 }] }],
    })
    expect(await api.post('/duplicateDetection', { table: 'edges1' })).toMatchObject({
      totalDuplicates: 1,
      duplicates: [{ count: 2, records: [{ key: { id: 1 } }, { key: { id: 3 } }] }],
    })
    await fillTable(engine(), 'edges2', wide(802), [])
    const refused = await api.post('/compareData', { table1: 'edges2', table2: 'edges2' })
    expect(refused).toMatchObject({ code: 'LIMIT_TOO_LARGE', details: expect.stringMatching(/801 .* 800/) as string })
  })

  test('duplicates and profiles count values as they are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(body, { minLength: 4, maxLength: 4 }), alike, async (kinds, chosen) => {
        const rows = chosen.map((kind, id): Row => [id, ...(kinds[kind] ?? [])])
        await fillTable(engine(), 'edges1', COLUMNS, rows)
        const compared = rows.map((row) => JSON.stringify(ranks(row).slice(1, -1)))
        const groups = [...Map.groupBy(compared, (text) => text).values()].map((group) => group.length)
        const duplicates = groups.reduce((sum, count) => sum + count - 1, 0)
        expect(await api.post('/duplicateDetection', { table: 'edges1' })).toMatchObject({
          totalRows: rows.length,
          uniqueRows: rows.length - duplicates,
          totalDuplicates: duplicates,
          duplicateGroups: groups.filter((count) => count > 1).length,
        })
        const profile = (await api.post('/dataProfile', { table: 'edges1', topValues: 50 })) as Profile
        for (const [index, { column, values }] of EDGES.entries()) {
          const found = rows.flatMap((row) => ranks(row)[index + 1] ?? []).map(Number)
          const counts = [...Map.groupBy(found, (rank) => rank).values()].map((same) => same.length)
          const hasValues = column.kind !== 'binary'
          const isNumeric = ['integer', 'decimal', 'float'].includes(column.kind)
          const numbers = found.map((rank) => Number(values[rank]?.[0])).filter(Number.isFinite)
          const shown = (rank: number): unknown => {
            const value = values[rank]?.[0] ?? null
            if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
            return typeof value === 'number' && !Number.isFinite(value) ? String(value) : value
          }
          const isOrdered = hasValues && column.kind !== 'boolean' && found.length > 0
          const { topValues = [], ...rest } = profile.columns[index + 1] ?? {}
          expect({ ...rest, counts: topValues.map(({ count }) => count) }).toMatchObject({
            name: column.name,
            nullCount: rows.length - found.length,
            distinctCount: hasValues ? counts.length : null,
            min: isOrdered ? shown(Math.min(...found)) : null,
            max: isOrdered ? shown(Math.max(...found)) : null,
            zeroCount: isNumeric ? numbers.filter((number) => number === 0).length : null,
            negativeCount: isNumeric ? numbers.filter((number) => number < 0).length : null,
            counts: hasValues ? counts.sort((a, b) => b - a) : [],
          })
        }
      }),
      { numRuns: runs(6, 20) },
    )
  })
})
