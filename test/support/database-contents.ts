import { readdirSync } from 'node:fs'
import type { Row, Session } from '../../srv/admin/database/session.ts'
import { type TestEngine, unhurried } from './engines.ts'

/** All objects and rows of a database, of all schemas that are not the engine's own, as something to compare. */
export const contentsOf = async (engine: TestEngine): Promise<unknown> => {
  const { database, dialect, schemas } = engine
  const contents = await database.read(unhurried(), async (session) => {
    const ask = async (sql: string): Promise<readonly Row[]> => session.query({ sql, parameters: [] })
    const { schemas: question } = dialect.catalog
    const all = await session.query(question.statement({ pattern: '%', includeSystem: false, limit: 100, offset: 0 }))
    const names = all.map((row) => question.item(row).name)
    const inSchemas = []
    for (const schema of names)
      inSchemas.push({
        schema,
        objects: await ask(
          dialect.engine === 'sqlite' ? `SELECT type, name, sql FROM "${schema}".sqlite_schema ORDER BY 1, 2` : OBJECTS,
        ),
        rows: await rowsOf(session, engine, schema),
      })
    return inSchemas
  })
  return { contents, files: schemas === undefined ? [] : filesIn(schemas) }
}

const rowsOf = async (session: Session, { dialect }: TestEngine, schema: string): Promise<unknown[]> => {
  const { tables: question } = dialect.catalog
  const tables = await session.query(question.statement({ schema, pattern: '%', limit: 1_000, offset: 0 }))
  const rows = []
  for (const { name } of tables.map((row) => question.item(row)))
    rows.push([
      name,
      await session.query({
        sql: `SELECT * FROM ${dialect.quote(schema)}.${dialect.quote(name)} ORDER BY 1`,
        parameters: [],
      }),
    ])
  return rows
}

const filesIn = (directory: string): string[] => {
  try {
    return readdirSync(directory).sort()
  } catch {
    return []
  }
}

/** Relations, constraints, defaults, triggers and functions of PostgreSQL, and where its sequences stand. */
const OBJECTS = `
  SELECT kind, id, definition FROM (
    SELECT 'relation' AS kind, c.oid::text AS id, c.relname || ' ' || c.relkind::text AS definition FROM pg_class c WHERE relnamespace > 16383 OR relnamespace = 'public'::regnamespace
    UNION ALL SELECT 'constraint', oid::text, pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace > 16383 OR connamespace = 'public'::regnamespace
    UNION ALL SELECT 'default', oid::text, pg_get_expr(adbin, adrelid) FROM pg_attrdef
    UNION ALL SELECT 'trigger', oid::text, pg_get_triggerdef(oid) FROM pg_trigger
    UNION ALL SELECT 'comment', objoid::text || '.' || objsubid, description FROM pg_description WHERE objoid > 16383
    UNION ALL SELECT 'sequence', schemaname || '.' || sequencename, last_value::text FROM pg_sequences) o
  ORDER BY 1, 2, 3`
