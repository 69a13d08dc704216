import { type CopyRegister, keyOf, originIn } from '../catalog/copied-tables.ts'
import type { Copied } from '../operations/operation.ts'
import type { SharedDatabase } from './state.ts'

/** What was copied from what, known to all processes. */
export class SharedCopiedTables implements CopyRegister {
  readonly #database: SharedDatabase
  readonly #table: string

  constructor(database: SharedDatabase) {
    this.#database = database
    this.#table = database.table('copied_tables', 'copy text PRIMARY KEY, origin text NOT NULL')
  }

  async originOf({ schema, name }: { readonly schema: string; readonly name: string }): Promise<Copied | undefined> {
    const keys = [keyOf({ schema, name }), keyOf({ schema, name: null })]
    const rows = await this.#database.query(`SELECT copy, origin FROM ${this.#table} WHERE copy IN ($1, $2)`, keys)
    const origins = new Map(rows.map((row) => [String(row['copy']), JSON.parse(String(row['origin'])) as Copied]))
    return originIn((copy) => origins.get(keyOf(copy)), schema, name)
  }

  async add(copy: Copied, origin: Copied): Promise<void> {
    await this.#database.query(
      `INSERT INTO ${this.#table} (copy, origin) VALUES ($1, $2) ON CONFLICT (copy) DO UPDATE SET origin = excluded.origin`,
      [keyOf(copy), JSON.stringify(origin)],
    )
  }
}
