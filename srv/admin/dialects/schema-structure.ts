import type { SchemaStructure, StructureKind } from '../core/schema-differences/structure.ts'
import type { Statement } from '../core/values.ts'
import type { Row } from '../database/session.ts'

/** A question about all objects of one kind in a schema, asked once. */
export interface StructureQuery<Item> {
  statement(schema: string): Statement
  read(rows: readonly Row[]): Item[]
}

/** How an engine tells what a schema consists of. */
export interface SchemaReader {
  /**
   * Asked before all others, so that definitions do not name the schema that they are in, nor the one that it is compared
   * with where that is looked into second: what both take from there is the same.
   */
  readonly enter?: (schema: string, other: string) => Statement
  readonly queries: { readonly [Kind in StructureKind]?: StructureQuery<SchemaStructure[Kind][number]> }
  /** What cannot be compared, and why. */
  readonly notKept: readonly { readonly kind: string; readonly reason: string }[]
}
