/** What a schema consists of. Definitions are texts that are equal when what they define is. */

export interface TableStructure {
  readonly name: string
  /** `table`, `virtual` and so on, with what else is said of the table as a whole. */
  readonly type: string
  readonly comment: string | null
}

export interface ColumnStructure {
  readonly table: string
  readonly name: string
  /** Ordinal from 1. */
  readonly position: number
  /** With length, precision and scale. */
  readonly type: string
  readonly nullable: boolean
  readonly defaultValue: string | null
  /** The expression that it is computed from. */
  readonly generated: string | null
  readonly identity: string | null
  /** Where it is not the usual one. */
  readonly collation: string | null
  readonly comment: string | null
}

export interface ConstraintStructure {
  readonly table: string
  /** Null where the engine keeps none. */
  readonly name: string | null
  readonly kind: 'primaryKey' | 'unique' | 'foreignKey' | 'check' | 'exclusion'
  readonly definition: string
}

/** An index, a trigger, a policy, statistics. */
interface TableObjectStructure {
  readonly table: string
  readonly name: string
  readonly definition: string
}

/** A view, a sequence, a type, a routine, a privilege. */
interface SchemaObjectStructure {
  readonly name: string
  readonly definition: string
}

export interface SchemaStructure {
  readonly tables: readonly TableStructure[]
  readonly columns: readonly ColumnStructure[]
  readonly constraints: readonly ConstraintStructure[]
  /** Without those that constraints have made. */
  readonly indexes: readonly TableObjectStructure[]
  readonly triggers: readonly TableObjectStructure[]
  readonly views: readonly SchemaObjectStructure[]
  readonly sequences: readonly SchemaObjectStructure[]
  readonly types: readonly SchemaObjectStructure[]
  readonly routines: readonly SchemaObjectStructure[]
  readonly policies: readonly TableObjectStructure[]
  /** Of several columns together. */
  readonly statistics: readonly TableObjectStructure[]
  readonly privileges: readonly SchemaObjectStructure[]
}

export type StructureKind = keyof SchemaStructure

/** How the second schema differs from the first: it lacks something, has more, or has it otherwise. */
type ChangeType = 'missing' | 'extra' | 'changed'

export interface ObjectChange {
  readonly change: ChangeType
  /** Absent for what belongs to no table. */
  readonly table?: string
  readonly kind?: string
  readonly name: string | null
  readonly value1: string | null
  readonly value2: string | null
}

export interface TableDifference {
  readonly kind: 'columnMissing' | 'columnExtra' | 'columnChanged' | 'tableType' | 'columnOrder' | 'tableComment'
  readonly column: string | null
  readonly attribute: string | null
  readonly value1: string | null
  readonly value2: string | null
}

/** Something that may be the same under another name. A hint: nothing is decided by it. */
export interface RenameCandidate {
  readonly kind: 'table' | 'column' | 'index'
  /** Of columns and indexes. */
  readonly table?: string
  readonly name1: string
  readonly name2: string
}

/** Orders by code points, as the engines order names. */
export const byName = (a: string | null, b: string | null): number => {
  const [left, right] = [a ?? '', b ?? '']
  return left < right ? -1 : left > right ? 1 : 0
}
