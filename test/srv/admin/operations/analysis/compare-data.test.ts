import fc from 'fast-check'
import type { ValueKind } from '../../../../../srv/admin/core/values.ts'
import { compareData } from '../../../../../srv/admin/operations/analysis/compare-data.ts'
import { READING_ENGINES, execute, useEngine } from '../../../../support/engines.ts'
import { fillTable, startEngineApi, type TestColumn } from '../../../../support/engine-api.ts'
import { route } from '../../../../support/operations.ts'
import { expectKeyed, expectMultiset, type OracleRow } from '../../../../support/row-oracle.ts'
import { runs } from '../../../../support/long.ts'
import { modelEntity } from '../../../../support/model-entity.ts'

const ODD = 'a"; DROP TABLE x'
const MODEL = {
  services: [],
  entities: [modelEntity({ name: 'saga.Person', table: 'person1', keys: ['id'], sensitiveColumns: ['name'] })],
}

const column = (name: string, kind: ValueKind, isKey = false): TestColumn => ({ name, kind, isKey })
const PERSON = [column('id', 'integer', true), column('name', 'text'), column('height', 'decimal')]

interface Body {
  [field: string]: unknown
  summary: Record<string, number>
  samples: Record<string, unknown[]>
}

describe.each(READING_ENGINES)('%s', (name) => {
  const engine = useEngine(name)
  const api = startEngineApi(engine, [route('POST', compareData, 'operator')], { model: MODEL })
  const compare = async (body: Record<string, unknown>, user?: string): Promise<Body> =>
    (await api.post('/compareData', { table1: 't1', table2: 't2', ...body }, user)) as Body
  const fill = async (columns: readonly TestColumn[], left: readonly OracleRow[], right: readonly OracleRow[]) => {
    await fillTable(engine(), 't1', columns, left)
    await fillTable(engine(), 't2', columns, right)
  }

  it('finds exactly the three differences that were planted among many rows', async () => {
    const rows = Array.from({ length: 3_000 }, (_, id): OracleRow => [
      id,
      `name ${String(id)}`,
      id % 7 === 0 ? null : id,
    ])
    const changed = rows.map((row): OracleRow => (row[0] === 1500 ? [1500, 'other', 2] : row))
    await fill(
      PERSON,
      rows.filter(([id]) => id !== 2_999),
      changed.filter(([id]) => id !== 0),
    )
    expect(await compare({})).toEqual({
      success: true,
      identical: false,
      mode: 'keyed',
      keyColumns: ['id'],
      comparedColumns: ['name', 'height'],
      columnsOnlyInTable1: [],
      columnsOnlyInTable2: [],
      typeDifferences: [],
      table1: { schema: engine().schema, table: 't1', rowCount: 2_999 },
      table2: { schema: engine().schema, table: 't2', rowCount: 2_999 },
      summary: {
        ...{ matching: 2_997, different: 1, onlyInTable1: 1, onlyInTable2: 1 },
        ...{ duplicateKeys1: 0, duplicateKeys2: 0, nullKeys1: 0, nullKeys2: 0 },
      },
      columnDifferences: [
        { column: 'name', count: 1 },
        { column: 'height', count: 1 },
      ],
      samples: {
        different: [
          {
            key: { id: 1500 },
            changes: [
              { column: 'name', table1Value: 'name 1500', table2Value: 'other' },
              { column: 'height', table1Value: '1500.00', table2Value: '2.00' },
            ],
          },
        ],
        onlyInTable1: [{ key: { id: 0 }, row: { name: 'name 0', height: null } }],
        onlyInTable2: [{ key: { id: 2_999 }, row: { name: 'name 2999', height: '2999.00' } }],
      },
      durationMs: expect.any(Number) as number,
    })
  })

  it('counts as an oracle does, whatever keys and values are', async () => {
    const cell = fc.constantFrom<OracleRow[number]>(null, '', 'a', 'b')
    const rows = fc.array(fc.tuple(fc.constantFrom(null, 1, 2, 3), cell, cell), { maxLength: 8 })
    const columns = [column('k', 'integer'), column('a', 'text'), column('b', 'text')]
    await fc.assert(
      fc.asyncProperty(rows, rows, async (left, right) => {
        await fill(columns, left, right)
        const { columns: byColumn, ...expected } = expectKeyed(left, right, 1)
        const keyed = await compare({ keyColumns: 'k' })
        expect(keyed.summary).toMatchObject(expected)
        expect(keyed['columnDifferences']).toEqual(
          ['a', 'b'].flatMap((each, index) => (byColumn[index] ? [{ column: each, count: byColumn[index] }] : [])),
        )
        const whole = await compare({})
        const whole_ = expectMultiset(left, right)
        expect(whole).toMatchObject({ mode: 'multiset', summary: whole_ })
        for (const answer of [keyed, whole])
          expect(answer['identical']).toBe(whole_.onlyInTable1 + whole_.onlyInTable2 === 0)
      }),
      { numRuns: runs(2, 12) },
    )
  })

  it('sees a duplicate that a difference of sets hides', async () => {
    await fill([column('a', 'text'), column('b', 'integer')], [['x', 1], ['x', 1], [null, 2]], [['x', 1], [null, 2]]) // prettier-ignore
    expect(await compare({})).toMatchObject({
      identical: false,
      mode: 'multiset',
      summary: { matching: 2, different: 0, onlyInTable1: 1, onlyInTable2: 0 },
      samples: { onlyInTable1: [{ row: { a: 'x', b: 1 }, count: 1 }], onlyInTable2: [] },
    })
  })

  it('treats rows with a NULL in the key, and with a key that is none, apart', async () => {
    const columns = [column('k', 'integer'), column('a', 'text')]
    const rows: OracleRow[] = [[null, 'x'], [1, 'same'], [2, 'twice'], [2, 'twice, other']] // prettier-ignore
    await fill(columns, rows, rows)
    expect(await compare({ keyColumns: ['k'] })).toMatchObject({
      identical: true,
      summary: { matching: 4, duplicateKeys1: 1, duplicateKeys2: 1, nullKeys1: 1, nullKeys2: 1 },
    })
    await fill(columns, rows, [...rows.slice(1, 3), [null, 'y']])
    expect(await compare({ keyColumns: ['k'] })).toMatchObject({
      identical: false,
      summary: { matching: 2, different: 0, onlyInTable1: 2, onlyInTable2: 1, duplicateKeys1: 1, duplicateKeys2: 0 },
      samples: {
        onlyInTable1: [
          { key: { k: null }, row: { a: 'x' }, count: 1 },
          { key: { k: 2 }, row: { a: 'twice, other' }, count: 1 },
        ],
        onlyInTable2: [{ key: { k: null }, row: { a: 'y' }, count: 1 }],
      },
    })
  })

  it('compares what both tables have, and tells of the rest', async () => {
    await fillTable(engine(), 't1', [...PERSON, column('old', 'text')], [[1, 'Leia', 150, 'x']])
    await fillTable(engine(), 't2', [column('ID', 'text', true), column('name', 'text'), column('new', 'date')], [['1', 'Leia', null]]) // prettier-ignore
    const answer = await compare({})
    expect(answer).toMatchObject({
      identical: false,
      keyColumns: ['id'],
      comparedColumns: ['name'],
      columnsOnlyInTable1: ['height', 'old'],
      columnsOnlyInTable2: ['new'],
      summary: { matching: 1, different: 0 },
    })
    expect(answer['typeDifferences']).toHaveLength(1)
    expect(await compare({ excludeColumns: 'height, old, new' })).toMatchObject({ identical: true })
    expect(await compare({ columns: 'name' })).toMatchObject({ identical: true })
    expect(await compare({ columns: 'height' })).toMatchObject({ code: 'COLUMN_MISMATCH' })
    expect(await compare({ columns: 'hight' })).toMatchObject({ code: 'COLUMN_NOT_FOUND' })
    await fillTable(engine(), 't2', [column('else', 'text')], [])
    expect(await compare({})).toMatchObject({ code: 'COLUMN_MISMATCH' })
  })

  it('forgives numbers what tolerance allows', async () => {
    const columns = [column('id', 'integer', true), column('value', 'float'), column('big', 'integer')]
    const min = -9007199254740991
    await fill(columns, [[1, 100, 1], [2, 100, 1], [3, null, 1], [4, 0, min]], [[1, 100.5, 1], [2, 102, 1], [3, 0, 1], [4, 0, -min]]) // prettier-ignore
    const differing = async (tolerance: unknown): Promise<unknown[]> => {
      const { samples } = await compare({ tolerance })
      return (samples['different'] as { key: { id: number } }[]).map(({ key }) => key.id)
    }
    expect(await differing(0)).toEqual([1, 2, 3, 4])
    expect(await differing(0.5)).toEqual([2, 3, 4])
    expect(await differing({ relative: 0.01 })).toEqual([2, 3, 4])
    expect(await differing({ relative: 0.02, absolute: 0.1 })).toEqual([3, 4])
    await fill([column('a', 'integer')], [], [])
    expect(await compare({ tolerance: 1 })).toMatchObject({ code: 'KEY_REQUIRED' })
  })

  it('compares only rows that meet a filter', async () => {
    await fill(PERSON, [[1, 'Leia', 150], [2, 'Han', 180]], [[1, 'Leia', 150], [2, 'Lando', 177]]) // prettier-ignore
    expect(await compare({ where: "name = 'Leia'" })).toMatchObject({ identical: true, table1: { rowCount: 1 } })
    expect(await compare({ where: 'height > 170' })).toMatchObject({ summary: { matching: 0, different: 1 } })
    expect(await compare({ where: 'name = 1; drop' })).toMatchObject({ code: 'INVALID_FILTER' })
  })

  it('takes values for equal that are written differently', async () => {
    const columns = [column('id', 'integer', true), column('at', 'timestamp'), column('amount', 'decimal')]
    await fill(columns, [[1, '2024-02-29T12:00:00Z', '1.5']], [[1, '2024-02-29T14:00:00.000+02:00', '1.50']])
    if (engine().dialect.engine === 'sqlite')
      await execute(engine().database, `UPDATE t1 SET at = '2024-02-29 12:00:00'`)
    expect(await compare({})).toMatchObject({ identical: true })
    expect(await compare({ keyColumns: ['amount'] })).toMatchObject({ identical: true })
  })

  it('does not take texts for equal that a collation does', async () => {
    const nocase =
      engine().dialect.engine === 'sqlite'
        ? ['NOCASE']
        : [
            `"nocase"`,
            `CREATE COLLATION IF NOT EXISTS nocase (provider = icu, locale = 'und-u-ks-level2', deterministic = false)`,
          ]
    await execute(
      engine().database,
      ...nocase.slice(1),
      `CREATE TABLE c1 (id INTEGER NOT NULL PRIMARY KEY, name VARCHAR(9) COLLATE ${nocase[0] ?? ''})`,
      `CREATE TABLE c2 (id INTEGER NOT NULL PRIMARY KEY, name VARCHAR(9))`,
      `INSERT INTO c1 VALUES (1, 'a')`,
      `INSERT INTO c2 VALUES (1, 'A')`,
    )
    expect(await compare({ table1: 'c1', table2: 'c2' })).toMatchObject({ summary: { matching: 0, different: 1 } })
    expect(await compare({ table1: 'c1', table2: 'c2', keyColumns: 'name' })).toMatchObject({ identical: false })
  })

  it('works under odd names, on views, and without rows', async () => {
    await fillTable(engine(), ODD, [column(ODD, 'text', true), column('with space', 'integer')], [['x', 1]])
    await execute(engine().database, `CREATE VIEW "v1" AS SELECT * FROM "a""; DROP TABLE x"`)
    expect(await compare({ table1: ODD, table2: 'v1' })).toMatchObject({ identical: true, keyColumns: [ODD] })
    await fill(PERSON, [], [])
    expect(await compare({})).toMatchObject({ identical: true, table1: { rowCount: 0 }, summary: { matching: 0 } })
  })

  it('masks sensitive values for everybody but administrators', async () => {
    await fillTable(engine(), 'person1', PERSON, [[1, 'Leia', 150], [2, 'Han', 1]]) // prettier-ignore
    await fillTable(engine(), 'person1_drafts', PERSON, [[1, 'Luke', 150], [3, null, 1]]) // prettier-ignore
    await fillTable(engine(), 't2', PERSON, [[1, 'Luke', 150]])
    const drafts = { table1: 'person1', table2: 'person1_drafts' }
    const change = (...values: string[]) => [
      { key: { id: 1 }, changes: [{ column: 'name', table1Value: values[0], table2Value: values[1] }] },
    ]
    const masked = await compare(drafts)
    expect(masked.samples['different']).toEqual(change('***', '***'))
    expect(masked.samples['onlyInTable2']).toEqual([{ key: { id: 3 }, row: { name: null, height: '1.00' } }])
    expect(JSON.stringify(masked)).not.toMatch(/Leia|Luke|Han/)
    expect((await compare(drafts, 'admin')).samples['different']).toEqual(change('Leia', 'Luke'))
    expect(await compare({ ...drafts, keyColumns: 'name' })).toMatchObject({ code: 'FORBIDDEN' })
    expect(await compare({ ...drafts, tolerance: 1 })).toMatchObject({ code: 'FORBIDDEN' })
    // What is not masked would be a dictionary.
    expect(await compare({ table1: 'person1' })).toMatchObject({ code: 'FORBIDDEN' })
    expect(await compare({ table1: 'person1', excludeColumns: 'name' })).toMatchObject({ summary: { matching: 1 } })
    expect(await compare({ table1: 'person1', where: "name like 'L%'" })).toMatchObject({ code: 'FORBIDDEN' })
  })

  it('cuts samples and never counts', async () => {
    await fill(PERSON, Array.from({ length: 30 }, (_, id) => [id, 'x', null]), []) // prettier-ignore
    const { summary, samples } = await compare({ samples: 3 })
    expect(summary).toMatchObject({ onlyInTable1: 30 })
    expect(samples['onlyInTable1']?.map((each) => (each as { key: { id: number } }).key.id)).toEqual([0, 1, 2])
    expect((await compare({ samples: 0 })).samples).toEqual({ different: [], onlyInTable1: [], onlyInTable2: [] })
  })

  it('refuses what is not there, and who may not read', async () => {
    expect(await compare({ table2: 'nowhere' })).toMatchObject({ code: 'TABLE_NOT_FOUND' })
    expect(await compare({ schema2: 'nowhere' })).toMatchObject({ code: 'SCHEMA_NOT_FOUND' })
    expect(await compare({ table2: '' })).toMatchObject({ code: 'MISSING_PARAMETER' })
    expect(await compare({ samples: 101 })).toMatchObject({ code: 'INVALID_PARAMETER' })
    expect(await compare({}, 'viewer')).toMatchObject({ code: 'FORBIDDEN' })
  })
})
