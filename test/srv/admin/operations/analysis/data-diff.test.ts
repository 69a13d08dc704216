import fc from 'fast-check'
import type { ValueKind } from '../../../../../srv/admin/core/values.ts'
import { dataDiff } from '../../../../../srv/admin/operations/analysis/data-diff.ts'
import { READING_ENGINES, useEngine } from '../../../../support/engines.ts'
import { fillTable, startEngineApi, type TestColumn } from '../../../../support/engine-api.ts'
import { route } from '../../../../support/operations.ts'
import { expectKeyed, type OracleRow } from '../../../../support/row-oracle.ts'
import { runs } from '../../../../support/long.ts'
import { modelEntity } from '../../../../support/model-entity.ts'

const ODD = 'a"; DROP TABLE x'
const MODEL = {
  services: [],
  entities: [modelEntity({ name: 'saga.Person', table: 'person1', keys: ['id'], sensitiveColumns: ['id', 'name'] })],
}

const column = (name: string, kind: ValueKind, isKey = false): TestColumn => ({ name, kind, isKey })
const PERSON = [column('id', 'integer', true), column('name', 'text'), column('height', 'decimal')]
const TWO_KEYS = [column('k1', 'text', true), column('k2', 'integer', true), column('a', 'text')]

interface Item {
  readonly key: Record<string, unknown>
  readonly row?: unknown
  readonly changes?: readonly { readonly column: string }[]
}
interface Body {
  readonly [field: string]: unknown
  readonly code?: string
  readonly summary: Record<string, number>
  readonly differences: readonly Item[]
  readonly onlyInTable1: readonly Item[]
  readonly onlyInTable2: readonly Item[]
  readonly nextCursor: string | null
}

describe.each(READING_ENGINES)('%s', (name) => {
  const engine = useEngine(name)
  const routes = [route('POST', dataDiff, 'operator')]
  const api = startEngineApi(engine, routes, { model: MODEL })
  const diff = async (body: Record<string, unknown> = {}, user?: string): Promise<Body> =>
    (await api.post('/dataDiff', { table1: 't1', table2: 't2', ...body }, user)) as unknown as Body
  const fill = async (columns: readonly TestColumn[], left: readonly OracleRow[], right: readonly OracleRow[]) => {
    await fillTable(engine(), 't1', columns, left)
    await fillTable(engine(), 't2', columns, right)
  }
  /** All pages, one after the other. */
  const pages = async (body: Record<string, unknown>, user?: string): Promise<Body[]> => {
    const all: Body[] = []
    for (let cursor: string | null = ''; cursor !== null; cursor = all.at(-1)?.nextCursor ?? null)
      all.push(await diff({ ...body, cursor }, user))
    return all
  }
  const listed = ({ differences, onlyInTable1, onlyInTable2 }: Body): readonly Item[] => [
    ...differences,
    ...onlyInTable1,
    ...onlyInTable2,
  ]

  it('tells rows that differ and rows without partner, by key', async () => {
    await fill(
      PERSON,
      [[1, 'Leia', 150], [2, 'Han', 180], [3, null, null], [4, 'Luke', 172]], // prettier-ignore
      [[5, 'Rey', null], [4, 'Luke', '172.00'], [3, null, 1], [2, 'Lando', 177]], // prettier-ignore
    )
    expect(await diff()).toEqual({
      success: true,
      keyColumns: ['id'],
      comparedColumns: ['name', 'height'],
      summary: { identical: 1, different: 2, onlyInTable1: 1, onlyInTable2: 1 },
      columnDifferences: [
        { column: 'name', count: 1 },
        { column: 'height', count: 2 },
      ],
      differences: [
        {
          key: { id: 2 },
          changes: [
            { column: 'name', table1Value: 'Han', table2Value: 'Lando' },
            { column: 'height', table1Value: '180.00', table2Value: '177.00' },
          ],
        },
        { key: { id: 3 }, changes: [{ column: 'height', table1Value: null, table2Value: '1.00' }] },
      ],
      onlyInTable1: [{ key: { id: 1 }, row: { name: 'Leia', height: '150.00' } }],
      onlyInTable2: [{ key: { id: 5 }, row: { name: 'Rey', height: null } }],
      truncated: false,
      nextCursor: null,
    })
    expect(await diff({ showValues: false })).toMatchObject({
      differences: [{ changes: [{ column: 'name' }, { column: 'height' }] }, { changes: [{ column: 'height' }] }],
      onlyInTable1: [{ key: { id: 1 } }],
    })
    expect(JSON.stringify(await diff({ showValues: false }))).not.toMatch(/Leia|Han|180/)
    expect(Object.keys(await diff({ format: 'summary' }))).toEqual([
      ...['success', 'keyColumns', 'comparedColumns', 'summary', 'columnDifferences'],
    ])
  })

  it('agrees with an oracle, and its pages hold every difference once and in order', async () => {
    const cell = fc.constantFrom<OracleRow[number]>(null, '', 'a', 'B')
    const row = fc.tuple(fc.constantFrom('', 'A', 'a', 'é', '€', '😀', '"'), fc.integer({ min: -1, max: 1 }), cell)
    const rows = fc.uniqueArray(row, { maxLength: 12, selector: ([a, b]) => `${a} ${String(b)}` })
    await fc.assert(
      fc.asyncProperty(rows, rows, fc.integer({ min: 1, max: 4 }), async (left, right, limit) => {
        await fill(TWO_KEYS, left, right)
        const { matching: identical, different, onlyInTable1, onlyInTable2 } = expectKeyed(left, right, 2)
        const expected = { different, onlyInTable1, onlyInTable2 }
        const all = await pages({ limit })
        for (const page of all) expect(page.summary).toEqual({ identical, ...expected })
        const keys = all.map((page) => listed(page).map(({ key }) => [String(key['k1']), Number(key['k2'])] as const))
        expect(keys.slice(0, -1).every((page) => page.length === limit)).toBe(true)
        const sorted = (list: (readonly [string, number])[]) =>
          [...list].sort((a, b) => Buffer.compare(Buffer.from(a[0]), Buffer.from(b[0])) || a[1] - b[1])
        const flat = keys.flatMap(sorted)
        expect(flat).toEqual(sorted(flat))
        const one = await diff()
        expect(sorted(listed(one).map(({ key }) => [String(key['k1']), Number(key['k2'])] as const))).toEqual(flat)
        expect(flat).toHaveLength(expected.different + expected.onlyInTable1 + expected.onlyInTable2)
      }),
      { numRuns: runs(2, 10) },
    )
  })

  it('pages on by keys of every kind', async () => {
    const kinds: [ValueKind, (index: number) => OracleRow[number]][] = [
      ['integer', (index) => index - 5],
      ['decimal', (index) => `${String(index)}.25`],
      ['float', (index) => index / 3],
      ['date', (index) => `2024-02-${String(index + 10)}`],
      ['timestamp', (index) => `2024-02-29T12:00:00.0${String(index + 10)}Z`],
    ]
    for (const [kind, value] of kinds) {
      const rows = Array.from({ length: 12 }, (_, index): OracleRow => [value(index), 'x'])
      await fill([column('k', kind, true), column('a', 'text')], rows, [])
      const all = await pages({ limit: 5 })
      expect(all.map((page) => page.onlyInTable1.length)).toEqual([5, 5, 2])
      const keys = all.flatMap((page) => page.onlyInTable1.map(({ key }) => String(key['k'])))
      expect(new Set(keys).size).toBe(12)
    }
  })

  it('refuses a cursor of something else', async () => {
    await fill(PERSON, [[1, 'a', 1], [2, 'b', 2]], []) // prettier-ignore
    const { nextCursor } = await diff({ limit: 1 })
    expect(await diff({ limit: 1, cursor: nextCursor })).toMatchObject({ onlyInTable1: [{ key: { id: 2 } }] })
    for (const change of [{ where: 'id > 0' }, { keyColumns: 'name' }, { table2: 't1' }, { cursor: 'x' }])
      expect(await diff({ cursor: nextCursor, ...change })).toMatchObject({ code: 'INVALID_PARAMETER' })
    const forged = (position: unknown[]): string => Buffer.from(JSON.stringify(position)).toString('base64url')
    const [scope] = JSON.parse(Buffer.from(nextCursor ?? '', 'base64url').toString()) as string[]
    for (const position of [
      ['keyed', ['x', 1], 0],
      ['keyed', null, -1],
      ['other', null, 0],
      ['keyed', [{}], 0],
    ])
      // prettier-ignore
      expect(await diff({ cursor: forged([scope, ...position]) })).toMatchObject({ code: 'INVALID_PARAMETER' })
  })

  it('needs a key that is one, unless rows may be compared as a whole', async () => {
    const columns = [column('k', 'integer'), column('a', 'text')]
    await fill(columns, [[1, 'x'], [1, 'x'], [2, 'y'], [null, 'z']], [[1, 'x'], [2, 'Y'], [null, 'n']]) // prettier-ignore
    expect(await diff()).toMatchObject({ code: 'KEY_REQUIRED' })
    const refused = await diff({ keyColumns: 'k' })
    expect([refused.code, refused['details']]).toEqual(['KEY_REQUIRED', expect.stringMatching(/1 in 't1', 0 in 't2'/)])
    const all = await pages({ keyColumns: 'k', allowDuplicateKeys: true, limit: 1 })
    expect(all.map(({ summary }) => summary)).toEqual(
      Array(4).fill({ identical: 1, different: 1, onlyInTable1: 2, onlyInTable2: 1 }),
    )
    expect(all.flatMap(listed)).toEqual([
      { key: { k: 2 }, changes: [{ column: 'a', table1Value: 'y', table2Value: 'Y' }] },
      { key: { k: null }, row: { a: 'n' }, count: 1 },
      { key: { k: null }, row: { a: 'z' }, count: 1 },
      { key: { k: 1 }, row: { a: 'x' }, count: 1 },
    ])
    const once = await diff({ keyColumns: 'k', allowDuplicateKeys: true })
    expect(listed(once)).toHaveLength(4)
    expect(once).toMatchObject({ truncated: false, nextCursor: null })
  })

  it('forgives letter case, blanks and small distances when told to', async () => {
    await fill(PERSON, [[1, 'Leia', 150], [2, ' Han\n', 180], [3, 'Ünï', 1]], [[1, 'LEIA', 150], [2, 'Han', 180], [3, 'Ünï', '1.05']]) // prettier-ignore
    const ids = async (body: Record<string, unknown>) => (await diff(body)).differences.map(({ key }) => key['id'])
    expect(await ids({})).toEqual([1, 2, 3])
    expect(await ids({ ignoreCase: true })).toEqual([2, 3])
    expect(await ids({ trim: true })).toEqual([1, 3])
    expect(await ids({ ignoreCase: true, trim: true, tolerance: { absolute: 0.1 } })).toEqual([])
    expect(await ids({ compareColumns: 'height' })).toEqual([3])
    expect(await ids({ excludeColumns: ['name'] })).toEqual([3])
    expect(await ids({ where: 'id < 3', excludeColumns: ['name'] })).toEqual([])
  })

  it('writes differences as csv', async () => {
    await fill(PERSON, [[1, 'Leia "Organa"', null], [2, '', 1]], [[1, 'Leia', null], [3, null, 2]]) // prettier-ignore
    const { content, differences, ...rest } = await diff({ format: 'csv' })
    expect(content).toBe(
      [
        'change,key.id,column,table1Value,table2Value',
        'different,1,name,"Leia ""Organa""",Leia',
        'onlyInTable1,2,name,"",',
        'onlyInTable1,2,height,1.00,',
        'onlyInTable2,3,name,,',
        'onlyInTable2,3,height,,2.00',
        '',
      ].join('\r\n'),
    )
    expect(differences).toBeUndefined()
    expect(rest).toMatchObject({ format: 'csv', summary: { different: 1 }, truncated: false })
  })

  it('masks sensitive values, and orders no rows by them', async () => {
    await fillTable(engine(), 'person1', PERSON, [[4711, 'Leia', 150], [4712, 'Han', 1]]) // prettier-ignore
    await fillTable(engine(), 'person1_drafts', PERSON, [[4711, 'Luke', 150], [4712, 'Han', 1]]) // prettier-ignore
    const drafts = { table1: 'person1', table2: 'person1_drafts' }
    expect(await diff(drafts)).toMatchObject({ code: 'FORBIDDEN' })
    const { differences } = await diff({ ...drafts, keyColumns: 'height' })
    expect(differences).toEqual([
      { key: { height: '150.00' }, changes: [{ column: 'name', table1Value: '***', table2Value: '***' }] },
    ])
    expect((await diff(drafts, 'admin')).differences[0]?.key).toEqual({ id: 4711 })
  })

  it('works under odd names', async () => {
    const odd = [column(ODD, 'text', true), column('Ünïcode ☃', 'text')]
    await fillTable(engine(), ODD, odd, [[`'; --`, '%_\\']])
    await fillTable(engine(), 't2', odd, [[`'; --`, null]])
    expect(await diff({ table1: ODD, keyColumns: [ODD.toLowerCase()] })).toMatchObject({
      differences: [
        { key: { [ODD]: `'; --` }, changes: [{ column: 'Ünïcode ☃', table1Value: '%_\\', table2Value: null }] },
      ],
    })
  })

  it('refuses a limit that is too large', async () => {
    await fill(PERSON, [], [])
    expect(await diff({ limit: 10_001 })).toMatchObject({ code: 'LIMIT_TOO_LARGE' })
    expect(await diff({ limit: 0 })).toMatchObject({ code: 'INVALID_PARAMETER' })
    expect(await diff({}, 'viewer')).toMatchObject({ code: 'FORBIDDEN' })
  })
})
