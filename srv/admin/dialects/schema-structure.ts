import type { ConstraintStructure, SchemaStructure, StructureKind } from '../core/schema-differences/structure.ts'
import type { Statement } from '../core/values.ts'
import type { Row } from '../database/session.ts'
import { all, flag, number, type Reader, rowReader, text, textOrNull } from './rows.ts'

/** A question about all objects of one kind in a schema, asked once. */
export interface StructureQuery<Item> {
  statement(schema: string): Statement
  read(rows: readonly Row[]): Item[]
}

/** How rows about the objects of a schema are read, on every engine alike. */
export const read = {
  table: rowReader({ name: text, type: text, comment: textOrNull }),
  column: rowReader({
    table: text,
    name: text,
    position: number,
    type: text,
    nullable: flag,
    ...all(textOrNull, 'defaultValue', 'generated', 'identity', 'collation', 'comment'),
  }),
  constraint: rowReader({
    table: text,
    name: textOrNull,
    kind: text as Reader<ConstraintStructure['kind']>,
    definition: text,
  }),
  /** An index or a trigger. */
  tableObject: rowReader(all(text, 'table', 'name', 'definition')),
  /** A view or a sequence. */
  schemaObject: rowReader(all(text, 'name', 'definition')),
}

/** A question whose one parameter is the schema, and whose rows are read one by one. */
export const ofSchema = <Item>(sql: string, item: (row: Row) => Item): StructureQuery<Item> => ({
  statement: (schema) => ({ sql, parameters: [schema] }),
  read: (rows) => rows.map((row) => item(row)),
})

/** How an engine tells what a schema consists of. */
export interface SchemaReader {
  /**
   * Asked before all others, so that definitions do not name the schema that they are in, nor the one that it is compared
   * with where that is looked into second: what both take from there is the same.
   */
  readonly enter?: (schema: string, other: string) => Statement
  /**
   * How to know what a model would make: its statements can be tried, without a trace, in work that reads or in work that writes;
   * where they cannot, the texts of its artifacts are read.
   */
  readonly trial: 'read' | 'write' | ArtifactReader
  readonly queries: { readonly [Kind in StructureKind]?: StructureQuery<SchemaStructure[Kind][number]> }
  /** What cannot be compared, and why. */
  readonly notKept: readonly { readonly kind: string; readonly reason: string }[]
}

/** Reads the texts that a deployment infrastructure makes a structure from. */
export interface ArtifactReader {
  structureOf(artifacts: readonly string[]): SchemaStructure
  /** What is there, in the same words. */
  readonly queries: SchemaReader['queries']
  /** Tables, views and indexes that the infrastructure has made, by whatever artifact. */
  readonly deployed: StructureQuery<string>
  /** What the texts do not tell in the words of the catalog, and why. */
  readonly notCompared: readonly { readonly kind: string; readonly reason: string }[]
}
