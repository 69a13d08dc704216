import type { SchemaStructure, StructureKind } from '../core/schema-differences/structure.ts'
import type { Statement } from '../core/values.ts'
import type { Row, Session } from '../database/session.ts'
import type { SchemaReader } from '../dialects/schema-structure.ts'

const KINDS = [
  ...(['tables', 'columns', 'constraints', 'indexes', 'triggers', 'views'] as const),
  ...(['sequences', 'types', 'routines', 'policies', 'statistics', 'privileges'] as const),
] as const satisfies readonly StructureKind[]

type Reader = Pick<SchemaReader, 'enter' | 'queries'>

/**
 * Reads what a schema consists of, by one query for each kind of object.
 *
 * @param other the schema that it is compared with.
 * @param kinds to be read besides tables and columns.
 */
export const readStructure = async (
  session: Session,
  reader: Reader,
  schema: string,
  other: string,
  kinds: readonly StructureKind[],
): Promise<SchemaStructure> => {
  const answers: (readonly Row[])[] = []
  for (const question of structureQuestions(reader, schema, other, kinds)) answers.push(await session.query(question))
  return structureOf(reader, kinds, answers)
}

/** The questions, of which the first may be about how the others are to be understood. */
export const structureQuestions = (
  reader: Reader,
  schema: string,
  other: string,
  kinds: readonly StructureKind[],
): Statement[] => [
  ...(reader.enter ? [reader.enter(schema, other)] : []),
  ...asked(reader, kinds).flatMap((kind) => reader.queries[kind]?.statement(schema) ?? []),
]

/** What their answers tell. */
export const structureOf = (
  reader: Reader,
  kinds: readonly StructureKind[],
  answers: readonly (readonly Row[])[],
): SchemaStructure => {
  const rows = new Map(asked(reader, kinds).map((kind, index) => [kind, answers[index + (reader.enter ? 1 : 0)] ?? []]))
  const read = <Kind extends StructureKind>(kind: Kind): SchemaStructure[Kind][number][] =>
    reader.queries[kind]?.read(rows.get(kind) ?? []) ?? []
  return {
    tables: read('tables'),
    columns: read('columns'),
    constraints: read('constraints'),
    indexes: read('indexes'),
    triggers: read('triggers'),
    views: read('views'),
    sequences: read('sequences'),
    types: read('types'),
    routines: read('routines'),
    policies: read('policies'),
    statistics: read('statistics'),
    privileges: read('privileges'),
  }
}

const asked = ({ queries }: Reader, kinds: readonly StructureKind[]): StructureKind[] =>
  KINDS.filter((kind) => queries[kind] && (kind === 'tables' || kind === 'columns' || kinds.includes(kind)))
