/** Which rows hang on given ones: the statements find what a walk from row to row finds. */
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { dependentRows } from '../../../../../srv/admin/core/dump/dependent-rows.ts'
import { quoteIdentifier } from '../../../../../srv/admin/core/identifiers.ts'
import { runs } from '../../../../support/long.ts'

interface Shape {
  /** For each table the tables that its rows refer to: itself, or some before it. */
  readonly references: readonly (readonly number[])[]
  /** For each table its rows: for every reference the number of a row, or none. */
  readonly rows: readonly (readonly (readonly (number | null)[])[])[]
  /** For some tables the number above which their rows are given. */
  readonly given: Readonly<Record<string, number>>
}

const ROWS = 6
const TABLES = [0, 1, 2, 3, 4]

const shapes: fc.Arbitrary<Shape> = fc
  .tuple(...TABLES.map((table) => fc.uniqueArray(fc.nat(table), { maxLength: 3 })))
  .chain((references) =>
    fc.record({
      references: fc.constant(references),
      rows: fc.tuple(
        ...references.map((to) =>
          fc.array(fc.tuple(...to.map(() => fc.option(fc.nat(ROWS - 1)))), { minLength: ROWS, maxLength: ROWS }),
        ),
      ),
      given: fc.dictionary(fc.constantFrom(...TABLES.map(String)), fc.nat(ROWS), {
        ...{ minKeys: 1, maxKeys: 2, noNullPrototype: true },
      }),
    }),
  )

/** By walking from row to row. */
const walk = ({ references, rows, given }: Shape): number[][] => {
  const found = TABLES.map((table) => new Set(rowsAbove(given[table])))
  const targets = (table: number, row: number): { to: number; row: number | null }[] =>
    (references[table] ?? []).map((to, index) => ({ to, row: rows[table]?.[row]?.[index] ?? null }))
  const grow = (joins: (table: number, row: number) => boolean): void => {
    for (let size = -1; size !== (size = found.reduce((sum, each) => sum + each.size, 0));)
      for (const table of TABLES) for (let row = 0; row < ROWS; row++) if (joins(table, row)) found[table]?.add(row)
  }
  grow(
    (table, row) =>
      given[table] === undefined &&
      targets(table, row).some((each) => each.row !== null && found[each.to]?.has(each.row)),
  )
  grow((to, row) =>
    TABLES.some((table) =>
      [...(found[table] ?? [])].some((from) => targets(table, from).some((each) => each.to === to && each.row === row)),
    ),
  )
  return found.map((each) => [...each].sort((a, b) => a - b))
}

const rowsAbove = (number: number | undefined): number[] =>
  Array.from({ length: ROWS }, (_, row) => row).filter((row) => number !== undefined && row > number)

/** By the statements. */
const ask = ({ references, rows, given }: Shape): number[][] => {
  using database = new DatabaseSync(':memory:')
  const name = (table: number): string => `t ${String(table)}`
  for (const table of TABLES) {
    const columns = (references[table] ?? []).map((_, index) => `r${String(index)} INTEGER`)
    database.exec(`CREATE TABLE ${quoteIdentifier(name(table))} (${['id INTEGER', ...columns].join(', ')})`)
    for (const [id, row] of (rows[table] ?? []).entries()) {
      const values = [id, ...row]
      const places = values.map(() => '?').join(', ')
      database.prepare(`INSERT INTO ${quoteIdentifier(name(table))} VALUES (${places})`).run(...values)
    }
  }
  const keys = TABLES.flatMap((table) =>
    (references[table] ?? []).map((to, index) => ({
      ...{ table: name(table), columns: [`r${String(index)}`] },
      ...{ referencedTable: name(to), referencedColumns: ['id'] },
    })),
  )
  const filter = (above: number) => (position: number) => ({ sql: `id > ?${String(position)}`, parameters: [above] })
  const options = {
    ...{ keys, tables: TABLES.map(name), quote: quoteIdentifier, nameOf: quoteIdentifier },
    given: new Map(Object.entries(given).map(([table, above]) => [name(Number(table)), filter(above)])),
  }
  const rowsOf = dependentRows(options)
  return TABLES.map((table) => {
    const { common, condition, parameters } = rowsOf(name(table))
    const sql = `${common}SELECT id FROM ${quoteIdentifier(name(table))} AS r WHERE ${condition} ORDER BY id`
    return database.prepare(sql).all(...(parameters as number[])).map(({ id }) => Number(id)) // prettier-ignore
  })
}

test('the statements find what hangs on the given rows, and nothing else', () => {
  fc.assert(
    fc.property(shapes, (shape) => {
      expect(ask(shape)).toEqual(walk(shape))
    }),
    { numRuns: runs(200, 5_000) },
  )
})

test('tables may hang on each other in a chain of any length', () => {
  const tables = Array.from({ length: 3_000 }, (_, index) => `t${String(index)}`)
  const keys = tables.slice(1).map((table, index) => ({
    ...{ table, columns: ['up'], referencedTable: tables[index] ?? '', referencedColumns: ['id'] },
  }))
  const given = new Map([['t0', () => ({ sql: 'id = 1', parameters: [] })]])
  const rowsOf = dependentRows({ tables, keys, given, quote: quoteIdentifier, nameOf: quoteIdentifier })
  expect(rowsOf('t2999').common.match(/ AS \(SELECT/g)).toHaveLength(2_999)
})
