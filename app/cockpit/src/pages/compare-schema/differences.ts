/** How an object differs: the second schema lacks it, has it more, or has another one. */
export type Change = 'missing' | 'extra' | 'changed'

/** One difference between two schemas. */
export interface Difference {
  readonly kind: 'table' | 'column' | (typeof LISTS)[number][0]
  /** The table it belongs to, or what it is itself. */
  readonly object: string
  /** What of the object: a column, an index. */
  readonly part: string
  readonly change: Change
  /** Which property of a column. */
  readonly attribute: string | null
  readonly value1: string | null
  readonly value2: string | null
}

interface ObjectChange {
  readonly change: Change
  readonly table?: string | undefined
  readonly name: string | null
  readonly value1: string | null
  readonly value2: string | null
}

/** What of the API's answer is listed. */
export interface SchemaAnswer {
  readonly tables: {
    readonly onlyInSchema1: readonly string[]
    readonly onlyInSchema2: readonly string[]
    readonly different: readonly {
      readonly table: string
      readonly differences: readonly {
        readonly kind: string
        readonly column: string | null
        readonly attribute: string | null
        readonly value1: string | null
        readonly value2: string | null
      }[]
    }[]
  }
  readonly indexes: readonly ObjectChange[]
  readonly triggers: readonly ObjectChange[]
  readonly constraints: readonly ObjectChange[]
  readonly views: readonly ObjectChange[]
  readonly sequences: readonly ObjectChange[]
  readonly types: readonly ObjectChange[]
  readonly routines: readonly ObjectChange[]
  readonly policies: readonly ObjectChange[]
  readonly statistics: readonly ObjectChange[]
  readonly privileges: readonly ObjectChange[]
}

const LISTS = [
  ['index', 'indexes'],
  ['constraint', 'constraints'],
  ['trigger', 'triggers'],
  ['view', 'views'],
  ['sequence', 'sequences'],
  ['type', 'types'],
  ['routine', 'routines'],
  ['policy', 'policies'],
  ['statistics', 'statistics'],
  ['privilege', 'privileges'],
] as const

/** All differences, those of one object together, objects by name. */
export const listDifferences = (answer: SchemaAnswer): Difference[] => {
  const lone = (names: readonly string[], change: Change): Difference[] =>
    names.map((object) => ({ kind: 'table', object, part: '', change, attribute: null, value1: null, value2: null }))
  const columns = answer.tables.different.flatMap(({ table, differences }) =>
    differences.map((each): Difference => ({
      kind: each.column === null ? 'table' : 'column',
      object: table,
      part: each.column ?? '',
      change: each.kind === 'columnMissing' ? 'missing' : each.kind === 'columnExtra' ? 'extra' : 'changed',
      attribute: each.attribute ?? (each.kind === 'columnOrder' || each.kind === 'tableType' ? each.kind : null),
      value1: each.value1,
      value2: each.value2,
    })),
  )
  const others = LISTS.flatMap(([kind, list]) =>
    answer[list].map(({ change, table, name, value1, value2 }): Difference => {
      const own = table === undefined ? { object: name ?? '', part: '' } : { object: table, part: name ?? '' }
      return { kind, ...own, change, attribute: null, value1, value2 }
    }),
  )
  const all = [...lone(answer.tables.onlyInSchema1, 'missing'), ...lone(answer.tables.onlyInSchema2, 'extra')]
  return [...all, ...columns, ...others].sort((a, b) => a.object.localeCompare(b.object))
}
