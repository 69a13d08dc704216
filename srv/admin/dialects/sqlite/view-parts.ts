/** Takes views apart into simple queries. Over 200 lines: it is one grammar, https://www.sqlite.org/lang_select.html */
import { quoteIdentifier } from '../../core/identifiers.ts'
import {
  applyEdits,
  type Closings,
  closingsOf,
  type Edit,
  isSymbol,
  isWord,
  readSqlTokens,
  type SqlToken,
} from '../../core/sql-tokens.ts'

/** One SELECT of a query. */
export interface Arm {
  readonly sql: string
  /** Its results. */
  readonly items: readonly Item[]
}

interface Item {
  /** The text of the arm with it once more behind all others; null for the name of a column. */
  readonly again: string | null
  /** The same without what queries within it choose, group and order their rows by; null where there is nothing of it. */
  readonly unconditional: string | null
}

/** A piece of a text that values do not come from, and what can stand instead of it. */
interface Condition {
  readonly start: number
  readonly end: number
  readonly instead: string
}

/** A query of its own: of the view, in a common table expression or behind FROM. It reads tables and other parts. */
export interface Part {
  /** A name that no table has. */
  readonly name: string
  /** The names that it gives its columns; null when they are those of the first arm. */
  readonly columns: string | null
  readonly arms: readonly Arm[]
}

/** What tables are called inside of a query, folded, and the parts that they stand for; null for what is not renamed. */
type Names = ReadonlyMap<string, string | null>

const MARK = '\uE000'
const MAX_DEPTH = 200
const MOST_WRITTEN = 8_388_608
const ENDS = ['WHERE', 'GROUP', 'HAVING', 'WINDOW', 'ORDER', 'LIMIT', 'UNION', 'EXCEPT', 'INTERSECT']
const COMPOUNDS = ['UNION', 'EXCEPT', 'INTERSECT']
const JOINS = ['JOIN', 'LEFT', 'RIGHT', 'FULL', 'INNER', 'CROSS', 'NATURAL']
const NO_ALIAS = [...ENDS, ...'JOIN LEFT RIGHT FULL INNER OUTER CROSS NATURAL ON USING INDEXED NOT'.split(' ')]

export const isPartName = (name: string): boolean => name.startsWith(MARK)

/**
 * The queries that a view is made of, its own one last.
 *
 * @param sql as `sqlite_schema` has it.
 * @returns null for what cannot be taken apart.
 */
export const viewParts = (sql: string, name: string): readonly Part[] | null => {
  const tokens = readSqlTokens(sql)
  const start = tokens.findIndex((token) => isWord(token, 'AS'))
  if (start < 0) return null
  try {
    return new Reader(sql, tokens, name).read(start + 1)
  } catch (error) {
    if (error instanceof NotTakenApart) return null
    throw error
  }
}

class NotTakenApart extends Error {}

class Reader {
  readonly #sql: string
  readonly #tokens: readonly SqlToken[]
  readonly #name: string
  readonly #closings: Closings
  readonly #edits: Edit[] = []
  /** Arms by places in the text, which is only rewritten when all names are known. */
  readonly #parts: {
    name: string
    columns: string | null
    arms: { start: number; end: number; items: [number, number][] }[]
  }[] = []
  #depth = 0
  #count = 0
  #written = 0

  constructor(sql: string, tokens: readonly SqlToken[], name: string) {
    this.#sql = sql
    this.#tokens = tokens
    this.#name = name
    this.#closings = closingsOf(tokens)
  }

  read(start: number): Part[] {
    this.#query(start, new Map(), this.#newName(), null)
    this.#edits.sort((a, b) => a.start - b.start || b.end - a.end)
    return this.#parts.map(({ name, columns, arms }) => ({
      name,
      columns,
      arms: arms.map(({ start: first, end, items }) => {
        const last = items.at(-1)?.[1] ?? end
        return {
          sql: this.#text(first, end),
          items: items.map(([from, to]): Item => {
            const written = (text: string): string =>
              this.#bounded(`${this.#text(first, last)}, ${text} ${this.#text(last, end)}`)
            const conditions = this.#conditions(from, to)
            return {
              again: this.#isPlain(from, to) ? null : written(this.#text(from, to)),
              unconditional: conditions.length === 0 ? null : written(this.#without(conditions, from, to)),
            }
          }),
        }
      }),
    }))
  }

  #newName(): string {
    return `${MARK}${++this.#count}${MARK}${this.#name}`
  }

  /** Reads a query; as a part when it gets a name, else for the tables that it names only. @returns where it ends. */
  #query(start: number, around: Names, name: string | null, columns: string | null): number {
    if (++this.#depth > MAX_DEPTH) throw new NotTakenApart()
    let at = start
    let names = around
    if (isWord(this.#tokens[at], 'WITH')) [at, names] = this.#common(at + 1, around, name !== null)
    const arms: { start: number; end: number; items: [number, number][] }[] = []
    for (;;) {
      const arm = this.#arm(at, names, name !== null)
      arms.push(arm)
      at = arm.end
      if (!isWord(this.#tokens[at], ...COMPOUNDS)) break
      at += isWord(this.#tokens[at + 1], 'ALL') ? 2 : 1
    }
    at = this.#expression(at, names, [])
    if (name !== null) this.#parts.push({ name, columns, arms })
    this.#depth--
    return at
  }

  /** Common tables may name each other and themselves. */
  #common(start: number, around: Names, areParts: boolean): [number, Names] {
    const names = new Map(around)
    const bodies: { name: string | null; columns: string | null; at: number }[] = []
    let at = isWord(this.#tokens[start], 'RECURSIVE') ? start + 1 : start
    for (;;) {
      const own = areParts ? this.#newName() : null
      names.set(fold(this.#tokens[at]?.value ?? ''), own)
      at++
      let columns: string | null = null
      if (isSymbol(this.#tokens[at], '(')) {
        const close = this.#closing(at)
        columns = this.#text(at, close + 1)
        at = close + 1
      }
      while (isWord(this.#tokens[at], 'AS', 'NOT', 'MATERIALIZED')) at++
      if (!isSymbol(this.#tokens[at], '(')) throw new NotTakenApart()
      bodies.push({ name: own, columns, at: at + 1 })
      at = this.#closing(at) + 1
      if (!isSymbol(this.#tokens[at], ',')) break
      at++
    }
    for (const body of bodies) this.#query(body.at, names, body.name, body.columns)
    return [at, names]
  }

  #arm(start: number, names: Names, isPart: boolean): { start: number; end: number; items: [number, number][] } {
    if (isWord(this.#tokens[start], 'VALUES')) {
      const end = this.#expression(start + 1, names, COMPOUNDS)
      if (this.#tokens.slice(start, end).some((token) => isWord(token, 'SELECT'))) throw new NotTakenApart()
      return { start, end, items: [] }
    }
    if (!isWord(this.#tokens[start], 'SELECT')) throw new NotTakenApart()
    const items: [number, number][] = []
    let at = isWord(this.#tokens[start + 1], 'DISTINCT', 'ALL') ? start + 2 : start + 1
    for (;;) {
      const end = this.#expression(at, names, ['FROM', ...ENDS], ',')
      items.push([at, end])
      at = end
      if (!isSymbol(this.#tokens[at], ',')) break
      at++
    }
    if (isWord(this.#tokens[at], 'FROM')) at = this.#from(at + 1, names, isPart)
    return { start, end: this.#expression(at, names, ['ORDER', 'LIMIT', ...COMPOUNDS], undefined, start), items }
  }

  /** Sources and how they are joined, up to what ends them. */
  #from(start: number, names: Names, isPart: boolean): number {
    if (++this.#depth > MAX_DEPTH) throw new NotTakenApart()
    let at = start
    let isSource = true
    while (at < this.#tokens.length && !isSymbol(this.#tokens[at], ')') && !isWord(this.#tokens[at], ...ENDS)) {
      const token = this.#tokens[at]
      if (isSource) {
        at = this.#source(at, names, isPart)
        isSource = false
      } else {
        isSource = isSymbol(token, ',') || isWord(token, 'JOIN')
        at = isSymbol(token, '(') ? this.#bracket(at, names) : at + 1
      }
    }
    this.#depth--
    return at
  }

  #source(start: number, names: Names, isPart: boolean): number {
    const token = this.#tokens[start]
    if (isSymbol(token, '(')) {
      const close = this.#closing(start)
      if (!isWord(this.#tokens[start + 1], 'SELECT', 'WITH', 'VALUES')) this.#from(start + 1, names, isPart)
      else {
        const name = isPart ? this.#newName() : null
        this.#query(start + 1, names, name, null)
        if (name !== null) this.#edit(start, close, quoteIdentifier(name))
      }
      return close + 1
    }
    if (isSymbol(this.#tokens[start + 1], '.')) return this.#arguments(start + 3, names)
    const part = names.get(fold(token?.value ?? ''))
    const next = this.#tokens[start + 1]
    if (part != null && token && !isSymbol(next, '(')) {
      const hasAlias =
        next?.type === 'quoted' || next?.type === 'string' || (next?.type === 'word' && !isWord(next, ...NO_ALIAS))
      this.#edit(start, start, `${quoteIdentifier(part)}${hasAlias ? '' : ` AS ${quoteIdentifier(token.value)}`}`)
    }
    return this.#arguments(start + 1, names)
  }

  /** Of a function that gives a table. */
  #arguments(at: number, names: Names): number {
    return isSymbol(this.#tokens[at], '(') ? this.#bracket(at, names) : at
  }

  /** Passes over an expression, or several, up to one of the words or the symbol outside of brackets. */
  #expression(start: number, names: Names, words: readonly string[], symbol?: string, first = start): number {
    let at = start
    while (at < this.#tokens.length) {
      const token = this.#tokens[at]
      if (isSymbol(token, ')') || isSymbol(token, ';') || (symbol !== undefined && isSymbol(token, symbol))) break
      if (isWord(token, ...words) && !this.#isDistinctFrom(at, first)) break
      at = isSymbol(token, '(') ? this.#bracket(at, names) : at + 1
    }
    return at
  }

  /** `a IS NOT DISTINCT FROM b` has a FROM of its own. */
  #isDistinctFrom(at: number, first: number): boolean {
    return (
      isWord(this.#tokens[at], 'FROM') &&
      at > first &&
      isWord(this.#tokens[at - 1], 'DISTINCT') &&
      isWord(this.#tokens[at - 2], 'IS', 'NOT')
    )
  }

  /** @returns the place behind the bracket that closes. */
  #bracket(at: number, names: Names): number {
    if (++this.#depth > MAX_DEPTH) throw new NotTakenApart()
    const close = this.#closing(at)
    if (isWord(this.#tokens[at + 1], 'SELECT', 'WITH')) this.#query(at + 1, names, null, null)
    else this.#expression(at + 1, names, [])
    this.#depth--
    return close + 1
  }

  /** What queries within an expression choose, group and order their rows by; of USING and NATURAL SQLite tells no reads. */
  #conditions(from: number, to: number): Condition[] {
    const found: Condition[] = []
    /** Of each bracket that is open, whether it holds a query or what one reads from. */
    const areQueries: boolean[] = []
    for (let at = from; at < to; at++) {
      const token = this.#tokens[at]
      const next = this.#tokens[at + 1]
      const isInQuery = areQueries.at(-1) ?? false
      const add = (start: number, end: number, instead: string): void => {
        found.push({ start, end, instead })
        at = end - 1
      }
      if (isSymbol(token, '('))
        areQueries.push(isWord(next, 'SELECT', 'WITH') || (isInQuery && isWord(this.#tokens[at - 1], 'FROM', 'JOIN')))
      else if (isSymbol(token, ')')) areQueries.pop()
      else if (!isInQuery) continue
      else if (isWord(token, 'WHERE', 'ON', 'HAVING')) add(at + 1, this.#endOfCondition(at + 1, JOINS, ','), '1')
      else if (isWord(token, 'GROUP') && isWord(next, 'BY')) add(at + 2, this.#endOfCondition(at + 2), 'NULL')
      else if (isWord(token, 'ORDER') && isWord(next, 'BY')) add(at + 2, this.#endOfCondition(at + 2), '1')
    }
    return found
  }

  #endOfCondition(start: number, words: readonly string[] = [], symbol?: string): number {
    let at = start
    while (at < this.#tokens.length) {
      const token = this.#tokens[at]
      if (isSymbol(token, ')') || (symbol && isSymbol(token, symbol)) || isWord(token, ...ENDS, ...words)) break
      at = isSymbol(token, '(') ? this.#closing(at) + 1 : at + 1
    }
    return at
  }

  #without(conditions: readonly Condition[], from: number, to: number): string {
    const texts: string[] = []
    let at = from
    for (const { start, end, instead } of conditions) {
      texts.push(this.#text(at, start), instead)
      at = end
    }
    return [...texts, this.#text(at, to)].join(' ')
  }

  #isPlain(from: number, to: number): boolean {
    const tokens = this.#tokens.slice(from, to)
    const isName = (token: SqlToken | undefined): boolean =>
      token?.type === 'quoted' || (token?.type === 'word' && !/^\d/.test(token.value))
    const end = isSymbol(tokens[1], '.') ? (isSymbol(tokens[3], '.') ? 5 : 3) : 1
    if (!isName(tokens[end - 1])) return false
    return tokens.length === end || (tokens.length === end + 2 && isWord(tokens[end], 'AS'))
  }

  /** Texts of a view with thousands of computed columns would be too many. */
  #bounded(text: string): string {
    this.#written += text.length
    if (this.#written > MOST_WRITTEN) throw new NotTakenApart()
    return text
  }

  #closing(at: number): number {
    const close = this.#closings[at]
    if (close === undefined) throw new NotTakenApart()
    return close
  }

  #edit(from: number, to: number, text: string): void {
    this.#edits.push({ start: this.#tokens[from]?.start ?? 0, end: this.#tokens[to]?.end ?? 0, text })
  }

  /** The text from one token up to another, with the names of parts; an edit inside of an edited place does not count. */
  #text(from: number, to: number): string {
    const start = this.#tokens[from]?.start ?? this.#sql.length
    const end = this.#tokens[to - 1]?.end ?? this.#sql.length
    if (to <= from) return ''
    const inside = between(this.#edits, start, end)
    const outer: Edit[] = []
    for (const edit of inside) if (edit.start >= (outer.at(-1)?.end ?? 0)) outer.push(edit)
    return applyEdits(
      this.#sql.slice(start, end),
      outer.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start })),
    )
  }
}

/** Edits within a range of the text. @param edits in the order of the text, outer ones first. */
const between = (edits: readonly Edit[], start: number, end: number): Edit[] => {
  let [low, high] = [0, edits.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((edits[middle]?.start ?? 0) < start) low = middle + 1
    else high = middle
  }
  const found: Edit[] = []
  for (let edit = edits[low]; edit && edit.start < end; edit = edits[++low]) if (edit.end <= end) found.push(edit)
  return found
}

/** As SQLite compares names. */
const fold = (name: string): string => name.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
