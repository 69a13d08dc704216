/** How the second schema differs from the first: it lacks something, has more, or has it otherwise. */
export type ChangeType = 'missing' | 'extra' | 'changed'

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
