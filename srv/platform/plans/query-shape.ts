/** A text in a query that a statement takes as a parameter. */
export interface Literal {
  /** What holds it, under this name. */
  readonly holder: Record<string, unknown>
  readonly name: string
}

/** What queries have in common that differ in texts only, such as the keys of what they read. */
export interface QueryShape {
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
