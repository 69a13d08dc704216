import type { Statement } from '../core/values.ts'
import type { CatalogQuery } from './catalog-query.ts'

/**
 * What a table, or a schema, bears that was made as a copy, in a comment: it belongs to the object itself, whoever
 * renames it, restarts or asks.
 */
export const COPY_MARK = 'Copied by the administration API'

/** An object, or a part of the structure whose text may name another. */
export interface Dependent {
  readonly name: string
  /** Null when it is known to depend on what was asked about. */
  readonly text: string | null
}

/** How copies and clones are told from all else, and dropped. */
export interface Copies {
  /** Tables of a schema that bear the mark. */
  readonly tables: CatalogQuery<{ schema: string }, string>
  /** Schemas that bear the mark; null where schemas bear none, and the API remembers their names. */
  readonly schemas: CatalogQuery<void, string> | null
  /** What would be lost or broken besides the table, or the schema when `table` is null. */
  readonly dependents: CatalogQuery<{ schema: string; table: string | null }, Dependent>
  dropTable(schema: string, table: string): Statement
  /** Null where a schema is a database of its own, which the session's owner removes. */
  dropSchema(schema: string): Statement | null
}
