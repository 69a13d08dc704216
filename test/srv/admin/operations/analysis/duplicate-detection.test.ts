import fc from 'fast-check'
import type { Value } from '../../../../../srv/admin/core/values.ts'
import { duplicateDetection } from '../../../../../srv/admin/operations/analysis/duplicate-detection.ts'
import { fillTable, startEngineApi, type TestColumn } from '../../../../support/engine-api.ts'
import { READING_ENGINES, execute, useEngine } from '../../../../support/engines.ts'
import { route } from '../../../../support/operations.ts'
import { runs } from '../../../../support/long.ts'
import { modelEntity } from '../../../../support/model-entity.ts'

type Body = Record<string, unknown>
interface Group {
  matchKey: Body
  matchPercentage: number
  count: number
  records: { key: Body; data: Body }[]
}
type Answer = Body & { duplicates: Group[] }

const ID: TestColumn = { name: 'id', kind: 'integer', isKey: true }
const WORD: TestColumn = { name: 'word', kind: 'text' }
const PRICE: TestColumn = { name: 'price', kind: 'decimal' }
const FLAG: TestColumn = { name: 'flag', kind: 'boolean' }
const CHANGED: TestColumn = { name: 'changed', kind: 'timestamp' }

const MODEL = {
  services: [],
  entities: [
    modelEntity({
      name: 'test.Person',
      table: 'person',
      keys: ['id'],
      managedColumns: ['changed'],
      sensitiveColumns: ['word'],
    }),
  ],
}

const row = fc.tuple(
  fc.option(fc.constantFrom('', 'a', 'A', ' a ', 'ä', 'Ä', 'null', 'b'), { freq: 4 }),
  fc.option(fc.constantFrom('0.00', '1.50', '-1.50'), { freq: 4 }),
  fc.option(fc.boolean(), { freq: 4 }),
)

/** Duplicates by their definition. */
const expected = (
  rows: readonly (readonly Value[])[],
  options: { ignoreCase: boolean; trim: boolean; nulls: string; mode: string },
) => {
  const fold = (value: Value): Value => {
    if (typeof value !== 'string') return value
    const trimmed = options.trim ? value.trim() : value
    return options.ignoreCase ? trimmed.toLowerCase() : trimmed
  }
  const width = options.mode === 'partial' ? 1 : 3
  const folded = rows.map((values, id) => ({ id, values: values.map(fold) }))
  const comparable = folded.filter(({ values }) => options.nulls === 'equal' || !values.slice(0, width).includes(null))
  const groups = [...Map.groupBy(comparable, ({ values }) => JSON.stringify(values.slice(0, width))).values()]
    .filter((members) => members.length > 1)
    .map((members) => {
      const equal = [0, 1, 2].filter((column) => {
        const values = new Set(members.map(({ values: each }) => each[column]))
        return values.size === 1 && (options.nulls === 'equal' || !values.has(null))
      })
      return { ids: members.map(({ id }) => id), percentage: Math.round((equal.length / 3) * 1e6) / 1e4 }
    })
  const duplicates = groups.reduce((sum, { ids }) => sum + ids.length - 1, 0)
  return { groups, totalRows: rows.length, uniqueRows: rows.length - duplicates, totalDuplicates: duplicates }
}

describe.each(READING_ENGINES)('%s', (name) => {
  const engine = useEngine(name)
  const settings = { limits: { fuzzyPairs: 1_000, fuzzyPairsMax: 5_000 } }
  const api = startEngineApi(engine, [route('POST', duplicateDetection, 'operator')], { model: MODEL, settings })
  const detect = async (body: Body, user?: string): Promise<Answer> =>
    (await api.post('/duplicateDetection', body, user)) as Answer

  test('finds in generated tables what the definition finds', async () => {
    const options = fc.record({
      ignoreCase: fc.boolean(),
      trim: fc.boolean(),
      nulls: fc.constantFrom('equal', 'distinct'),
      mode: fc.constantFrom('exact', 'partial'),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 25 }), options, async (rows, given) => {
        await fillTable(
          engine(),
          'anything',
          [ID, WORD, PRICE, FLAG],
          rows.map((values, id) => [id, ...values]),
        )
        const answer = await detect({ table: 'anything', records: 100, ...given })
        const { groups, ...totals } = expected(rows, given)
        expect(answer).toMatchObject({ success: true, columns: ['word', 'price', 'flag'], ...totals })
        expect(answer).toMatchObject({ duplicateGroups: groups.length, truncated: false })
        const found = answer.duplicates.map(({ records, count, matchPercentage }) => {
          expect(records).toHaveLength(count)
          return { ids: records.map(({ key }) => key['id']), percentage: matchPercentage }
        })
        const byFirst = (a: { ids: unknown[] }, b: { ids: unknown[] }): number => Number(a.ids[0]) - Number(b.ids[0])
        expect(found.toSorted(byFirst)).toEqual(groups.toSorted(byFirst))
      }),
      { numRuns: runs(4, 25) },
    )
  })

  test('shows what rows have in common, and the rows as they are stored', async () => {
    const rows = [
      [1, ' Leia', '1.50', true],
      [2, 'leia ', '1.50', true],
      [3, 'Han', '1.50', null],
    ] as const
    await fillTable(engine(), 'shown', [ID, WORD, PRICE, FLAG], rows)
    const { duplicates } = await detect({ table: 'SHOWN', columns: 'Word, price', ignoreCase: true, trim: true })
    expect(duplicates).toEqual([
      {
        matchKey: { word: 'leia', price: '1.50' },
        matchPercentage: 100,
        count: 2,
        records: [
          { key: { id: 1 }, data: { word: ' Leia', price: '1.50' } },
          { key: { id: 2 }, data: { word: 'leia ', price: '1.50' } },
        ],
      },
    ])
  })

  test('lists the largest groups and says that there are more', async () => {
    const words = ['a', 'b', 'b', 'c', 'c', 'c', 'd', 'd']
    await fillTable(
      engine(),
      'sizes',
      [ID, WORD],
      words.map((word, id): Value[] => [id, word]),
    )
    const answer = await detect({ table: 'sizes', limit: 2, records: 1 })
    expect(answer).toMatchObject({ duplicateGroups: 3, totalDuplicates: 4, uniqueRows: 4, truncated: true })
    expect(answer.duplicates.map(({ matchKey, count, records }) => [matchKey['word'], count, records.length])).toEqual([
      ['c', 3, 1],
      ['b', 2, 1],
    ])
    expect(await detect({ table: 'sizes', limit: 0 })).toMatchObject({
      duplicateGroups: 3,
      duplicates: [],
      truncated: true,
    })
    expect(await detect({ table: 'sizes', where: `word <> 'c'` })).toMatchObject({ totalRows: 5, duplicateGroups: 2 })
    expect(await detect({ table: 'sizes', limit: 20_000 })).toMatchObject({ code: 'LIMIT_TOO_LARGE' })
  })

  test('keys, managed and large columns do not hide duplicates', async () => {
    const rows = [1, 2].map((id): Value[] => [id, 'Leia', `2024-01-0${String(id)}T00:00:00Z`, new Uint8Array([id])])
    await fillTable(engine(), 'person', [ID, WORD, CHANGED, { name: 'photo', kind: 'binary' }], rows)
    expect(await detect({ table: 'person' })).toMatchObject({ columns: ['word'], duplicateGroups: 1 })
    expect(await detect({ table: 'person', columns: 'id' })).toMatchObject({ columns: ['id'], duplicateGroups: 0 })
    expect(await detect({ table: 'person', columns: 'photo' })).toMatchObject({ code: 'INVALID_PARAMETER' })
    expect(await detect({ table: 'person', excludeColumns: 'word' })).toMatchObject({ code: 'INVALID_PARAMETER' })
  })

  test('sensitive values are hidden from everybody but admins', async () => {
    await fillTable(
      engine(),
      'person',
      [ID, WORD],
      [
        [1, 'Leia'],
        [2, 'Leia'],
      ],
    )
    const [hidden] = (await detect({ table: 'person' })).duplicates
    expect(hidden).toMatchObject({ matchKey: { word: '***' }, count: 2 })
    expect(JSON.stringify(hidden)).not.toContain('Leia')
    const [shown] = (await detect({ table: 'person' }, 'admin')).duplicates
    expect(shown).toMatchObject({ matchKey: { word: 'Leia' } })
  })

  test('a view without key has duplicates, too', async () => {
    await fillTable(
      engine(),
      'base',
      [ID, WORD],
      [
        [1, 'x'],
        [2, 'x'],
      ],
    )
    await execute(engine().database, 'DROP VIEW IF EXISTS words', 'CREATE VIEW words AS SELECT word FROM base')
    expect((await detect({ table: 'words' })).duplicates).toMatchObject([
      {
        count: 2,
        records: [
          { key: {}, data: { word: 'x' } },
          { key: {}, data: { word: 'x' } },
        ],
      },
    ])
  })

  describe('fuzzy', () => {
    const NAMES = ['Skywalker', 'Skywalkers', 'Skywalke', 'Solo', 'Sole', 'Organa', 'Morgana', null, null]
    beforeAll(() =>
      fillTable(
        engine(),
        'names',
        [ID, WORD, PRICE],
        NAMES.map((each, id): Value[] => [id, each, '1.00']),
      ),
    )

    test('groups what is alike within a block, with the similarity that was measured', async () => {
      const answer = await detect({ table: 'names', mode: 'fuzzy', columns: 'word', threshold: 0.75 })
      expect(answer).toMatchObject({ totalRows: 9, uniqueRows: 5, totalDuplicates: 4, duplicateGroups: 3 })
      expect(answer.duplicates.map(({ records }) => records.map(({ data }) => data['word']))).toEqual([
        ['Skywalker', 'Skywalkers', 'Skywalke'],
        ['Solo', 'Sole'],
        [null, null],
      ])
      expect(answer.duplicates[1]?.matchPercentage).toBe(75)
      expect(answer).toMatchObject({ pairsCompared: 3 + 1 + 1, blockBy: ['word:2'] })
    })

    test('a threshold that nothing reaches finds nothing, and nulls may be distinct', async () => {
      expect(
        await detect({ table: 'names', mode: 'fuzzy', columns: 'word', threshold: 1, nulls: 'distinct' }),
      ).toMatchObject({
        duplicateGroups: 0,
        uniqueRows: 9,
      })
    })

    test('other blocks compare other pairs', async () => {
      const answer = await detect({ table: 'names', mode: 'fuzzy', columns: 'word', blockBy: 'price', threshold: 0.7 })
      expect(answer).toMatchObject({ pairsCompared: 36, blockBy: ['price'] })
      expect(answer.duplicates.map(({ matchKey }) => matchKey['word'])).toContain('Organa')
      expect(await detect({ table: 'names', mode: 'fuzzy', blockBy: 'price:2' })).toMatchObject({
        code: 'INVALID_PARAMETER',
      })
      expect(await detect({ table: 'names', mode: 'fuzzy', blockBy: 'nope' })).toMatchObject({
        code: 'COLUMN_NOT_FOUND',
      })
    })

    test('too many pairs are refused with their number before any is compared', async () => {
      await fillTable(
        engine(),
        'crowd',
        [ID, WORD],
        Array.from({ length: 60 }, (_, id): Value[] => [id, `same ${String(id)}`]),
      )
      const refused = await detect({ table: 'crowd', mode: 'fuzzy' })
      expect(refused).toMatchObject({ code: 'LIMIT_TOO_LARGE' })
      expect(refused['details']).toMatch(/^1770 pairs .* of at most 1000.*blockBy/)
      expect(await detect({ table: 'crowd', mode: 'fuzzy', maxPairs: 2_000 })).toMatchObject({ pairsCompared: 1770 })
      expect(await detect({ table: 'crowd', mode: 'fuzzy', maxPairs: 6_000 })).toMatchObject({
        code: 'LIMIT_TOO_LARGE',
      })
    })
  })
})
