import { type Literal, textOf } from './query-shape.ts'

/** What CAP makes of a query; `cqn` tells what becomes of the rows. */
export interface Translation {
  readonly sql: string
  /** No list where a statement without parameters was given data. */
  readonly values: readonly unknown[] | object
  readonly cqn: Cqn
}

/** What tells how rows become results; CAP's own has the whole of the inferred query beside it. */
export interface Cqn {
  readonly SELECT?: Result
}

interface Result {
  readonly one?: unknown
  readonly count?: unknown
  readonly columns?: readonly (string | ResultColumn)[]
}

interface ResultColumn {
  readonly as?: string
  readonly ref?: readonly unknown[]
  /** In the model. */
  readonly element?: unknown
  readonly SELECT?: Result
}

/** A translation for all queries of a shape. */
export interface Plan {
  readonly sql: string
  /** Those that are `Slot`s come from the query. */
  readonly values: readonly unknown[]
  readonly cqn: Cqn
}

/** Stands for the literal of that number. */
class Slot {
  readonly index: number
  constructor(index: number) {
    this.index = index
  }
}

const MARK = '\u0001literal '

/**
 * Tries out, with marks in their place, that the literals of a query become parameters and nothing else.
 *
 * @returns undefined where they do not.
 */
export const planFor = (literals: readonly Literal[], translate: () => Translation): Plan | undefined => {
  if (literals.some(({ holder }) => Object.isFrozen(holder))) return undefined
  const texts = literals.map(textOf)
  try {
    for (const [index, { holder, name }] of literals.entries()) holder[name] = MARK + String(index)
    const { sql, values, cqn } = translate()
    if (sql.includes(MARK) || !Array.isArray(values)) return undefined
    const slots = values.map((value) => slotOf(value, literals.length))
    const used = new Set(slots.map((slot) => (slot instanceof Slot ? slot.index : undefined)))
    return literals.every((_, index) => used.has(index)) ? { sql, values: slots, cqn: withoutQuery(cqn) } : undefined
  } catch {
    return undefined
  } finally {
    for (const [index, { holder, name }] of literals.entries()) holder[name] = texts[index]
  }
}

/** A hundredth of what CAP makes is enough. */
export const withoutQuery = ({ SELECT }: Cqn): Cqn => (SELECT ? { SELECT: resultOf(SELECT) } : {})

const resultOf = ({ one, count, columns }: Result): Result => ({
  one,
  count,
  ...(columns && { columns: columns.map(resultColumnOf) }),
})

const resultColumnOf = (column: string | ResultColumn): string | ResultColumn => {
  if (typeof column === 'string') return column
  const { as, ref, element, SELECT } = column
  const name = as ?? ref?.at(-1)
  return {
    ...(typeof name === 'string' && { as: name }),
    element,
    ...(SELECT && { SELECT: resultOf(SELECT) }),
  }
}

const slotOf = (value: unknown, count: number): unknown => {
  if (typeof value !== 'string' || !value.startsWith(MARK)) return value
  const index = Number(value.slice(MARK.length))
  return index < count ? new Slot(index) : value
}

export const fill = ({ sql, values, cqn }: Plan, literals: readonly Literal[]): Plan => ({
  sql,
  cqn,
  values: values.map((value) => {
    const literal = value instanceof Slot ? literals[value.index] : undefined
    return literal ? textOf(literal) : value
  }),
})

export const isSame = ({ sql, values }: Plan, other: Translation): boolean => {
  const { values: others } = other
  return (
    sql === other.sql &&
    Array.isArray(others) &&
    values.length === others.length &&
    values.every((value, index) => Object.is(value, others[index]))
  )
}
