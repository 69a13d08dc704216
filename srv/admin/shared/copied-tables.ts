import { type CopyRegister, keyOf, originIn } from '../catalog/registers.ts'
import type { Copied, SchemaRegister } from '../operations/operation.ts'
import type { SharedDatabase } from './state.ts'

/** Names of the schemas that the API has made, known to all processes. */
export const sharedClonedSchemas = (database: SharedDatabase): SchemaRegister => {
  const table = database.table('cloned_schemas', 'name text PRIMARY KEY')
  return {
    has: async (name) => (await database.query(`SELECT 1 FROM ${table} WHERE name = $1`, [name])).length > 0,
    add: async (name) => {
      await database.query(`INSERT INTO ${table} (name) VALUES ($1) ON CONFLICT DO NOTHING`, [name])
    },
    remove: async (name) => {
      await database.query(`DELETE FROM ${table} WHERE name = $1`, [name])
    },
  }
}

/** What was copied from what, known to all processes. */
export const sharedCopiedTables = (database: SharedDatabase): CopyRegister => {
  const table = database.table('copied_tables', 'copy text PRIMARY KEY, origin text NOT NULL')
  return {
    originOf: async ({ schema, name }) => {
      const keys = [keyOf({ schema, name }), keyOf({ schema, name: null })]
      const rows = await database.query(`SELECT copy, origin FROM ${table} WHERE copy IN ($1, $2)`, keys)
      const origins = new Map(rows.map((row) => [String(row['copy']), JSON.parse(String(row['origin'])) as Copied]))
      return originIn((copy) => origins.get(keyOf(copy)), schema, name)
    },
    add: async (copy, origin) => {
      await database.query(
        `INSERT INTO ${table} (copy, origin) VALUES ($1, $2) ON CONFLICT (copy) DO UPDATE SET origin = excluded.origin`,
        [keyOf(copy), JSON.stringify(origin)],
      )
    },
  }
}
