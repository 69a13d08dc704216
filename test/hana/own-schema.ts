import type { Value } from '../../srv/admin/core/values.ts'
import { quoteIdentifier as quote } from '../../srv/admin/core/identifiers.ts'
import type { Database, Row, RowBatch } from '../../srv/admin/database/session.ts'
import { DIRECTOR, FILM } from '../support/hana/film-system.ts'
import { KINDS } from '../support/hana/kinds.ts'
import type { DefinedTable } from '../support/hana/structure-statements.ts'

/** Bounds of each unit of work of the check. */
export const patient = () => ({ signal: new AbortController().signal, timeoutMs: 120_000 })

/** Schemas of the check by the names that requests have for them. */
export type Names = Readonly<Record<'APP' | 'OTHER' | 'ODATA' | 'CLONE' | 'CLONE_DRY' | 'CLONE_EMPTY', string>>

/** @param mark makes the names different from all others. */
export const namesFor = (mark: string): Names => {
  const own = `SAGA_CHECK_${mark}`
  return {
    APP: own,
    OTHER: `${own}_OTHER`,
    ODATA: `${own}_ODATA`,
    CLONE: `${own}_CLONE`,
    CLONE_DRY: `${own}_CLONE_DRY`,
    CLONE_EMPTY: `${own}_CLONE_EMPTY`,
  }
}

/** Tables of the check; the same, empty, for requests that need two. */
export const TABLES: readonly string[] = ['DIRECTOR', 'FILM', 'FILM_OLD', 'FILM_NO_KEY', 'FILM_TITLE', 'KINDS']

type Columns = DefinedTable['columns']

const typeOf = ({ type, length, scale }: Columns[number]): string =>
  length === undefined ? type : `${type}(${[length, ...(scale === undefined ? [] : [scale])].join(', ')})`

export const columnList = (columns: Columns, hasKey = true): string =>
  columns
    .map((column) => {
      const isKey = hasKey && column.isKey
      return `${quote(column.name)} ${typeOf(column)}${isKey ? ' NOT NULL PRIMARY KEY' : ''}`
    })
    .join(', ')

const createTable = (schema: string, name: string, columns: Columns, hasKey = true): string =>
  `CREATE COLUMN TABLE ${quote(schema)}.${quote(name)} (${columnList(columns, hasKey)})`

const reference = (schema: string, table: string): string =>
  `ALTER TABLE ${quote(schema)}.${quote(table)} ADD CONSTRAINT ${quote(`FK_${table}_DIRECTOR_ID`)}
   FOREIGN KEY ("DIRECTOR_ID") REFERENCES ${quote(schema)}."DIRECTOR" ("ID") ON UPDATE RESTRICT ON DELETE RESTRICT`

/** What makes the schemas; the rows come after it. */
export const structure = ({ APP, OTHER, ODATA }: Names): readonly string[] => [
  `CREATE SCHEMA ${quote(APP)}`,
  `CREATE SCHEMA ${quote(OTHER)}`,
  `CREATE SCHEMA ${quote(ODATA)}`,
  createTable(APP, 'DIRECTOR', DIRECTOR),
  createTable(APP, 'FILM', FILM),
  createTable(APP, 'FILM_OLD', FILM),
  createTable(APP, 'FILM_NO_KEY', FILM, false),
  createTable(OTHER, 'FILM', FILM.slice(0, 4)),
  createTable(APP, 'KINDS', KINDS),
  reference(APP, 'FILM'),
  reference(APP, 'FILM_OLD'),
  `CREATE VIEW ${quote(APP)}."FILM_TITLE" AS SELECT ID, TITLE, OPENING FROM ${quote(APP)}.FILM`,
  `CREATE SEQUENCE ${quote(APP)}."FILM_NUMBER" START WITH 1 INCREMENT BY 1 MAXVALUE 9999`,
]

const film = (id: number, title: string, rating: string | null, text: string | null): Value[] => [
  ...[id, title, id + 3, rating, rating === null ? null : 11 * id, `197${String(id)}-05-25`],
  ...[`2024-01-0${String(id)} 10:00:00.123456`, id !== 4, text, Uint8Array.of(1, 2), Uint8Array.of(id), (id % 3) + 1],
]
const FILMS: RowBatch = [
  film(1, 'A New Hope', '8.60', 'It is a period of civil war. 🚀'),
  film(2, 'The Empire Strikes Back', '8.70', 'It is a dark time'),
  film(3, 'Return of the Jedi', '8.30', ''),
  film(4, 'A New Hope', null, null),
  film(5, 'Return of the Jedi', '8.30', ''),
]
const DIRECTORS: RowBatch = ['George Lucas', 'Irvin Kershner', 'Richard Marquand'].map((name, id) => [id + 1, name])

async function* oneBatch(rows: RowBatch): AsyncGenerator<RowBatch> {
  yield await Promise.resolve(rows)
}

/** Fills the tables. */
export const fill = (database: Database, { APP }: Names): Promise<void> =>
  database.write(patient(), async (session) => {
    const put = (table: string, columns: Columns, rows: RowBatch) =>
      session.insert({ schema: APP, table, columns: columns.map(({ name }) => name) }, oneBatch(rows))
    await put('DIRECTOR', DIRECTOR, DIRECTORS)
    await put('FILM', FILM, FILMS)
    await put('FILM_OLD', FILM, [...FILMS.slice(1, 3), film(1, 'Star Wars', '8.50', 'It is a period of civil war. 🚀')])
    await put('FILM_NO_KEY', FILM, [...FILMS, ...FILMS.slice(0, 1)])
  })

const all = ({ sql, parameters }: { sql: string; parameters: readonly Value[] }, database: Database) =>
  database.read(patient(), (session): Promise<readonly Row[]> => session.query({ sql, parameters }))

/** Drops the schemas of the check that are there. */
export const cleanUp = async (database: Database, names: Names): Promise<void> => {
  for (const name of Object.values(names)) {
    const sql = 'SELECT SCHEMA_NAME AS "name" FROM SYS.SCHEMAS WHERE SCHEMA_NAME = TO_NVARCHAR(?)'
    if ((await all({ sql, parameters: [name] }, database)).length === 0) continue
    await database.write(patient(), (session) =>
      session.execute({ sql: `DROP SCHEMA ${quote(name)} CASCADE`, parameters: [] }),
    )
  }
}
