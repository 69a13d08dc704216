/** What $expand may come to is never less than what it comes to. */
import cds from '@sap/cds'
import fc from 'fast-check'
import { expandedRows } from '../../../../../../srv/platform/odata/http/paging/expand-rows.ts'
import { startApp } from '../../../../../support/app.ts'
import { runs } from '../../../../../support/long.ts'
import type { Column, Entity } from '../../../../../../srv/platform/cap/odata.ts'

startApp()

type Columns = readonly (Column | '*')[]

const navigations = (entity: Entity): string[] =>
  Object.values(entity.elements ?? {}).flatMap((element) =>
    element?._target && !/Draft|Sibling/.test(element.name) ? [element.name] : [],
  )

/** Navigation properties to expand from an entity, up to three inside each other. */
const columnsOf = (entity: Entity, depth = 3): fc.Arbitrary<Columns> => {
  const names = navigations(entity)
  if (depth === 0 || names.length === 0) return fc.constant(['*'])
  return fc
    .constantFrom(...names)
    .chain((name) =>
      columnsOf(entity.elements![name]!._target!, depth - 1).map((expand) => ['*', { ref: [name], expand }]),
    )
}

const isRow = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Rows of an answer that to-many navigation properties have brought, and those on the way to them. */
const countRows = (entity: Entity, rows: readonly object[], columns: Columns): number => {
  let total = 0
  for (const column of columns) {
    if (column === '*' || !column.expand) continue
    const name = column.ref![0]!
    const target = entity.elements![name]!._target!
    const inside = rows.flatMap((row) => (row as Record<string, unknown>)[name]).filter(isRow)
    total += inside.length + countRows(target, inside, column.expand)
  }
  return total
}

const endsWithMany = (entity: Entity, columns: Columns): boolean =>
  columns.some((column) => {
    if (column === '*' || !column.expand) return false
    const element = entity.elements![column.ref![0]!]!
    const isLast = column.expand.every((inner) => inner === '*')
    return isLast ? element.is2many === true : endsWithMany(element._target!, column.expand)
  })

test.each(['SagaFilm.Film', 'SagaFilm.People', 'SagaFilm.Planet', 'SagaEpisode.Shows', 'SagaEpisode.Episodes'])(
  'of %s',
  async (name) => {
    const entity = cds.model!.definitions[name] as unknown as Entity
    const paths = columnsOf(entity).filter((columns) => endsWithMany(entity, columns))
    await fc.assert(
      fc.asyncProperty(paths, async (columns) => {
        const bound = await expandedRows(entity, columns, 1000)
        fc.pre(bound < 20_000)
        const query = SELECT.from(name)
          .columns(...(columns as never[]))
          .limit(1000)
        expect(bound).toBeGreaterThanOrEqual(countRows(entity, (await cds.db.run(query)) as object[], columns))
      }),
      { numRuns: runs(5, 30), seed: 5 },
    )
  },
)

test('what does not multiply is told exactly', async () => {
  const film = cds.model!.definitions['SagaFilm.Film'] as unknown as Entity
  const [{ rows }] = (await cds.run('SELECT count(*) as rows FROM saga_Film2People')) as [{ rows: number }]
  expect(await expandedRows(film, ['*', { ref: ['characters'], expand: ['*'] }], 1000)).toBe(rows)
  expect(await expandedRows(film, ['*', { ref: ['DraftAdministrativeData'], expand: ['*'] }], 1000)).toBe(0)
})
