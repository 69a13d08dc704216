/** A text in a query that a statement takes as a parameter. */
interface Literal {
  /** What holds it, under this name. */
  readonly holder: Record<string, unknown>
  readonly name: string
}

/** What queries have in common that differ in texts only, such as the keys of what they read. */
interface QueryShape {
  /** The whole query, but for the literals. */
  readonly text: string
  /** In their order; the same one may come more than once. */
  readonly literals: readonly Literal[]
}

interface Linked {
  readonly name?: string
}

/** Characters of a shape: longer ones are rather the model itself, by a link in the query, than something asked for. */
const LONGEST = 20_000
const DEEPEST = 100
/** Texts whose look decides what becomes of them: databases take times in forms of their own. */
const KEPT = /^$|^\d{4}-\d\d|^\d\d:\d\d/

/** Thrown for queries that hold more than plain data. */
class NotPlain extends Error {}

/**
 * The shape of a query in CQN. Queries inherit from those that they were cloned from, so what is inherited counts too.
 *
 * @returns undefined for a query with streams, bytes, dates, functions or numbers beyond doubles.
 */
export const shapeOf = (query: object): QueryShape | undefined => {
  const literals: Literal[] = []
  let text = ''

  const write = (value: unknown, depth: number, isData: boolean): void => {
    if (text.length > LONGEST || depth > DEEPEST) throw new NotPlain()
    if (typeof value === 'string') text += `${value.length}'${value}`
    else if (typeof value === 'number' || typeof value === 'boolean' || value === undefined) text += String(value)
    else if (value === null) text += 'null'
    else if (Array.isArray(value)) {
      text += '['
      for (const each of value) {
        write(each, depth + 1, false)
        text += ','
      }
      text += ']'
    } else if (typeof value === 'object') writeObject(value as Record<string, unknown>, depth, isData)
    else throw new NotPlain()
  }

  const writeObject = (holder: Record<string, unknown>, depth: number, isData: boolean): void => {
    const isPlain = Object.prototype.toString.call(holder) === '[object Object]' && typeof holder['pipe'] !== 'function'
    if (!isPlain) throw new NotPlain()
    text += '{'
    for (const name in holder) {
      // A link into the model.
      const value = name === '_target' ? (holder[name] as Linked | undefined)?.name : holder[name]
      text += `${name}:`
      if ((isData || name === 'val') && typeof value === 'string' && !KEPT.test(value)) {
        literals.push({ holder, name })
        text += '?'
      } else write(value, depth + 1, name === 'data')
      text += ','
    }
    text += '}'
  }

  try {
    writeObject(query as Record<string, unknown>, 0, false)
  } catch (error) {
    if (error instanceof NotPlain) return undefined
    throw error
  }
  return { text, literals }
}

export const textOf = ({ holder, name }: Literal): string => String(holder[name])

/** What CAP makes of a query; `cqn` tells what becomes of the rows. */
export interface Translation {
  readonly sql: string
  /** No list where a statement without parameters was given data. */
  readonly values: readonly unknown[] | object
  readonly cqn: Cqn
}

/** What tells how rows become results; CAP's own has the whole of the inferred query beside it. */
interface Cqn {
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
 * Tests, by translating the query with placeholders in their place, that its literals become parameters and nothing else.
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

/** What the answer is made with: a plan that kept all of the query would take a hundred times the memory. */
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
