import type { Model, ModelEntity } from '../../../../../srv/admin/core/model.ts'
import { structure } from '../../../../../srv/admin/operations/listing/structure.ts'
import { READING_ENGINES, execute, useEngine } from '../../../../support/engines.ts'
import { runs } from '../../../../support/long.ts'
import { contextFor } from '../../../../support/operation-context.ts'

interface Answer {
  readonly total: number
  readonly count: number
  readonly truncated: boolean
  readonly tables: readonly {
    readonly name: string
    readonly type: string
    readonly isPartition: boolean
    readonly columns: readonly { readonly name: string; readonly keyPosition: number | null }[]
  }[]
  readonly references: readonly {
    readonly table: string
    readonly columns: readonly string[]
    readonly referencedSchema: string
    readonly referencedTable: string
    readonly referencedColumns: readonly string[]
    readonly source: string
  }[]
}

const entity = (table: string, associations: ModelEntity['associations']): ModelEntity => ({
  name: table,
  table,
  associations,
  ...{ service: null, keys: [], managedColumns: [], sensitiveColumns: [], assertions: [], sources: [] },
})
// As CAP spells them: engines fold the letter case of the names that are not quoted.
const model: Model = {
  services: [],
  entities: [
    entity('Leg', [
      { name: 'guide', columns: ['GUIDE_id'], targetTable: 'Person', targetColumns: ['ID'] },
      { name: 'stop', columns: ['TOUR', 'STOP'], targetTable: 'Stop', targetColumns: ['TOUR', 'NR'] },
    ]),
  ],
}

describe.each(READING_ENGINES)('GET /structure on %s', (name) => {
  const isPostgres = name === 'PostgreSQL'
  const engine = useEngine(name)
  const tell = async (input: Parameters<typeof structure.run>[1] = {}): Promise<Answer> =>
    (await structure.run(contextFor(engine(), { model }), input)) as unknown as Answer
  const drawn = ({ references }: Answer): string[] =>
    references.map((key) => {
      const [from, to] = [key.columns.join('+'), key.referencedColumns.join('+')]
      const schema = key.referencedSchema === engine().schema ? '' : `${key.referencedSchema}.`
      return `${key.source}: ${key.table}(${from}) -> ${schema}${key.referencedTable}(${to})`
    })

  beforeAll(() =>
    execute(
      engine().database,
      'CREATE TABLE person (id INTEGER PRIMARY KEY, name VARCHAR(20), boss INTEGER REFERENCES person (id))',
      // The key is in another order than the columns.
      'CREATE TABLE stop (note VARCHAR(9), nr INTEGER, tour INTEGER, PRIMARY KEY (tour, nr))',
      `CREATE TABLE leg (tour INTEGER, stop INTEGER, guide_id INTEGER, "Fare ""x""" INTEGER,
         FOREIGN KEY (tour, stop) REFERENCES stop (tour, nr))`,
      'CREATE TABLE alone (word VARCHAR(9))',
      'CREATE VIEW names AS SELECT name FROM person',
    ),
  )

  it('tells the columns of keys and of both ends of references, in the order of the table', async () => {
    const { tables, ...rest } = await tell()
    expect(rest).toMatchObject({ schema: engine().schema, pattern: '*', count: 4, total: 4, truncated: false })
    expect(tables.map((table) => [table.name, table.columns.map((each) => [each.name, each.keyPosition])])).toEqual([
      ['alone', []],
      [
        'leg',
        [
          ['tour', null],
          ['stop', null],
          ['guide_id', null],
        ],
      ],
      [
        'person',
        [
          ['id', 1],
          ['boss', null],
        ],
      ],
      [
        'stop',
        [
          ['nr', 2],
          ['tour', 1],
        ],
      ],
    ])
    expect(tables[0]).toMatchObject({ type: 'table', isPartition: false })
  })

  it('tells foreign keys apart from associations, of which none is told twice, as the catalog spells them', async () => {
    expect(drawn(await tell())).toEqual([
      'catalog: leg(tour+stop) -> stop(tour+nr)',
      'catalog: person(boss) -> person(id)',
      'model: leg(guide_id) -> person(id)',
    ])
  })

  it('tells all columns on demand, and a part of the tables with what they refer to', async () => {
    const { tables } = await tell({ columns: 'all' })
    expect(tables.find((table) => table.name === 'leg')?.columns.map((column) => column.name)).toEqual([
      'tour',
      'stop',
      'guide_id',
      'Fare "x"',
    ])
    const part = await tell({ pattern: 'L*', limit: 1 })
    expect(part).toMatchObject({ count: 1, total: 1, truncated: false, tables: [{ name: 'leg' }] })
    expect(drawn(part)).toHaveLength(2)
    expect(await tell({ limit: 2, offset: 1 })).toMatchObject({ count: 2, total: 4, truncated: true })
  })

  if (isPostgres)
    it('tells partitions apart, and a key to a partitioned table once; keys lead into other schemas', async () => {
      await execute(
        engine().database,
        'CREATE SCHEMA part',
        'CREATE SCHEMA other',
        'CREATE TABLE other.kind (id int PRIMARY KEY)',
        `CREATE TABLE part.event (id int, at int, kind int REFERENCES other.kind (id), PRIMARY KEY (id, at))
           PARTITION BY RANGE (at)`,
        'CREATE TABLE part.event_1 PARTITION OF part.event FOR VALUES FROM (0) TO (10)',
        'CREATE TABLE part.event_2 PARTITION OF part.event FOR VALUES FROM (10) TO (20)',
        `CREATE TABLE part.note (event int, at int, FOREIGN KEY (event, at) REFERENCES part.event (id, at))
           PARTITION BY RANGE (at)`,
        'CREATE TABLE part.note_1 PARTITION OF part.note FOR VALUES FROM (0) TO (10)',
      )
      const answer = await tell({ schema: 'part' })
      expect(answer.tables.map((table) => [table.name, table.type, table.isPartition])).toEqual([
        ['event', 'partitioned', false],
        ['event_1', 'table', true],
        ['event_2', 'table', true],
        ['note', 'partitioned', false],
        ['note_1', 'table', true],
      ])
      expect(drawn(answer)).toEqual([
        'catalog: event(kind) -> other.kind(id)',
        'catalog: event_1(kind) -> other.kind(id)',
        'catalog: event_2(kind) -> other.kind(id)',
        'catalog: note(event+at) -> part.event(id+at)',
        'catalog: note_1(event+at) -> part.event(id+at)',
      ])
    })

  it('takes as long as there are tables, not as their square', async () => {
    const { dialect, database } = engine()
    const make = async (from: number, to: number): Promise<void> => {
      const keys = (index: number): string[] =>
        [1, 8, 15]
          .filter((step) => step <= index)
          .map((step) => `p${String(step)} INTEGER REFERENCES t${String(index - step)} (id)`)
      const tables = Array.from({ length: to - from }, (_, at) => {
        const index = from + at
        return `CREATE TABLE t${String(index)} (${['id INTEGER PRIMARY KEY', ...keys(index), 'a INTEGER'].join(', ')})`
      })
      await execute(database, ...tables)
    }
    const millisecondsOf = async (count: number): Promise<number> => {
      const times = []
      for (const _ of [1, 2, 3]) {
        const started = performance.now()
        const { tables } = await tell({ limit: 10_000, pattern: 't*' })
        times.push(performance.now() - started)
        expect(tables).toHaveLength(count)
      }
      return Math.min(...times)
    }
    const [less, more] = [runs(30, 300), runs(130, 1_300)]
    await make(0, less)
    const few = await millisecondsOf(less)
    await make(less, more)
    const many = await millisecondsOf(more)
    // Some four times the tables; their square would be nineteen times as slow.
    expect([dialect.engine, many < 100 + 10 * few]).toEqual([dialect.engine, true])
  }, 60_000)
})
