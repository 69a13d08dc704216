import type { SchemaRegister } from '../catalog/cloned-schemas.ts'
import type { SharedDatabase } from './state.ts'

/** Names of the schemas that the API has made, known to all processes. */
export class SharedClonedSchemas implements SchemaRegister {
  readonly #database: SharedDatabase
  readonly #table: string

  constructor(database: SharedDatabase) {
    this.#database = database
    this.#table = database.table('cloned_schemas', 'name text PRIMARY KEY')
  }

  async has(name: string): Promise<boolean> {
    return (await this.#database.query(`SELECT 1 FROM ${this.#table} WHERE name = $1`, [name])).length > 0
  }

  async add(name: string): Promise<void> {
    await this.#database.query(`INSERT INTO ${this.#table} (name) VALUES ($1) ON CONFLICT DO NOTHING`, [name])
  }

  async remove(name: string): Promise<void> {
    await this.#database.query(`DELETE FROM ${this.#table} WHERE name = $1`, [name])
  }
}
