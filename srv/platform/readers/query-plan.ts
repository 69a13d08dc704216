import type { Aliases, Structure } from './structure.ts'

/** A row of `EXPLAIN QUERY PLAN`: https://www.sqlite.org/eqp.html */
export interface PlanRow {
  readonly id: number
  readonly parent: number
  readonly detail: string
}

/** A step of a plan, with the steps below it. */
export interface Step {
  readonly detail: string
  readonly steps: readonly Step[]
}

/** How many rows a statement goes through. */
export interface Effort {
  /** In no case more. */
  readonly most: number
  /** If few rows belong to each other, as a rule. */
  readonly likely: number
}

/** Rows with the same value in a column, as a rule: SQLite's own estimate. */
const ALIKE = 10
/** Of a list that comes as a parameter. */
const LISTED = 1_000

const LOOP = /^(SCAN|SEARCH) (.+?)(?: USING (.+?))?(?: \(([^()]*)\))?(?: LEFT-JOIN)?$/
const INDEX = /\bINDEX (\S+)$/
const SOURCE = /^(?:CO-ROUTINE|MATERIALIZE) (.+)$/
const PART = /^(?:COMPOUND QUERY|LEFT-MOST SUBQUERY|UNION|EXCEPT|INTERSECT|MERGE|LEFT$|RIGHT$)/
/** Not once for each row of the loops beside it. */
const ONCE =
  /^(?:CO-ROUTINE|MATERIALIZE|SCALAR SUBQUERY|COMPOUND QUERY|LEFT-MOST SUBQUERY|UNION|EXCEPT|INTERSECT|MERGE|LEFT$|RIGHT$)/

export const stepsOf = (rows: readonly PlanRow[], parent = 0): Step[] =>
  rows.filter((row) => row.parent === parent).map(({ id, detail }) => ({ detail, steps: stepsOf(rows, id) }))

/** Whether the first loop ends as soon as there are as many rows as are asked for: nothing sorts or groups them before. */
export const isInOrder = (steps: readonly Step[]): boolean => {
  const [first] = steps
  if (!first || steps.some(({ detail }) => detail.startsWith('USE TEMP B-TREE'))) return false
  return first.detail.startsWith('CO-ROUTINE') ? isInOrder(first.steps) : LOOP.test(first.detail)
}

/**
 * Counts the rows that the loops of a plan go through, each as often as those around it tell.
 *
 * @param limit rows that the first loop goes through at most, where `isInOrder` and nothing is left out of them.
 */
export const effortOf = (
  steps: readonly Step[],
  { structure, aliases, limit }: { structure: Structure; aliases: Aliases; limit: number | undefined },
): Effort => {
  let first = limit
  /** Rows of what is read like a table, by name. */
  const made = new Map<string, Effort>()

  const rowsOf = ({ detail, steps: below }: Step): Effort | undefined => {
    if (detail.startsWith('MULTI-INDEX')) return sum(below.map((each) => level(each.steps).rows))
    const [, kind, name = '', using = '', terms] = LOOP.exec(detail) ?? []
    if (!kind) return undefined
    if (name.startsWith('CONSTANT')) return ONE
    if (name.includes(' VIRTUAL TABLE ')) return { most: LISTED, likely: LISTED }
    const known = made.get(name)
    if (known) return known
    const index = structure.indexOf(INDEX.exec(using)?.[1] ?? '')
    const rows = Math.max(1, structure.rowsOf(index?.table ?? name, aliases))
    const most = Math.min(rows, first ?? rows)
    first = undefined
    const equal = terms?.split(' AND ') ?? []
    const isSearch = kind === 'SEARCH' && equal.length > 0 && equal.every((term) => term.endsWith('=?'))
    if (!isSearch || using.startsWith('AUTOMATIC')) return { most, likely: most }
    const isOne = terms === 'rowid=?' || (index?.isUnique && equal.length === index.columns)
    return isOne ? ONE : { most, likely: Math.min(most, ALIKE) }
  }

  const level = (each: readonly Step[]): { rows: Effort; total: Effort } => {
    let rows = ONE
    const inner: { effort: Effort; isOnce: boolean }[] = []
    for (const step of each) {
      const found = rowsOf(step)
      if (found) rows = times(rows, found)
      else if (step.steps.length > 0) {
        const below = level(step.steps)
        const name = SOURCE.exec(step.detail)?.[1]
        if (name !== undefined) made.set(name, below.rows)
        inner.push({ effort: below.total, isOnce: ONCE.test(step.detail) })
      }
    }
    const total = sum([rows, ...inner.map(({ effort, isOnce }) => (isOnce ? effort : times(rows, effort)))])
    // The parts of a union stand below each other.
    const isUnion = each.some(({ detail }) => PART.test(detail))
    return { rows: isUnion ? sum(inner.map(({ effort }) => effort)) : rows, total }
  }
  return level(steps).total
}

const ONE: Effort = { most: 1, likely: 1 }

const sum = (efforts: readonly Effort[]): Effort => ({
  most: efforts.reduce((total, { most }) => total + most, 0),
  likely: efforts.reduce((total, { likely }) => total + likely, 0),
})

const times = (a: Effort, b: Effort): Effort => ({ most: a.most * b.most, likely: a.likely * b.likely })
