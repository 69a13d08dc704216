import type { SchemaRegister } from '../operations/operation.ts'
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
