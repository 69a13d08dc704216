import { RecentMap } from '../../read-cache/recent-map.ts'
import { effortOf, isInOrder, type PlanRow, type Step, stepsOf } from './query-plan.ts'
import {
  type Aliases,
  aliasesIn,
  type Connection,
  readStructure,
  type Structure,
  structureVersion,
} from './structure.ts'

/** Where a statement is to run: in this process, or beside it, with those that take long or not. */
export type Place = 'here' | 'beside' | 'beside, long'

/** Tables of that many rows, or fewer, are small: whatever is asked of them is soon done. */
const SMALL_ROWS = 2_000
/** Rows that this process goes through for one statement; some ten milliseconds. */
const MOST_ROWS_HERE = 10_000
/** Rows of statements that are not long. */
const LIKELY_ROWS = 20_000
const LONG_MS = 250
/** How old the number of rows may be. */
const SIZES_MS = 1_000
const MOST_PLANS = 1_000

interface Plan {
  readonly steps: readonly Step[]
  readonly aliases: Aliases
  readonly limit: RootLimit
}

/** Tells by the plan of a statement, and by what it has taken before, where it is to run. */
export class PlaceChooser {
  readonly #plans = new RecentMap<string, Plan>(MOST_PLANS)
  /** Statements that once took long. */
  readonly #long = new RecentMap<string, true>(MOST_PLANS)
  #read: ReturnType<typeof readStructure> | undefined
  #structure: Structure | undefined
  #lookedMs = -SIZES_MS

  /** Whether everything stays here, since all tables are small. */
  isSmall(connection: Connection): boolean {
    return this.#structureOf(connection).mostRows <= SMALL_ROWS
  }

  /** @throws Error of SQLite for a statement that cannot be prepared. */
  choose(connection: Connection, sql: string, values: unknown): Place {
    const structure = this.#structureOf(connection)
    if (this.isSmall(connection)) return 'here'
    const { steps, aliases, limit } = this.#planOf(connection, sql)
    const { most, likely } = effortOf(steps, { structure, aliases, limit: rowsAsked(limit, values) })
    if (most <= MOST_ROWS_HERE) return 'here'
    return likely <= LIKELY_ROWS && !this.#long.get(sql) ? 'beside' : 'beside, long'
  }

  /** To be told what a statement has taken. */
  took(sql: string, ms: number): void {
    if (ms > LONG_MS) this.#long.set(sql, true)
  }

  #structureOf(connection: Connection): Structure {
    if (this.#structure && performance.now() < this.#lookedMs + SIZES_MS) return this.#structure
    if (this.#read?.version !== structureVersion(connection)) {
      this.#read = readStructure(connection)
      this.#plans.clear()
    }
    this.#lookedMs = performance.now()
    return (this.#structure = this.#read.sizes(connection))
  }

  #planOf(connection: Connection, sql: string): Plan {
    const known = this.#plans.get(sql)
    if (known) return known
    const rows = connection.prepare(`EXPLAIN QUERY PLAN ${sql}`).all([]) as unknown as PlanRow[]
    const steps = stepsOf(rows)
    const limit = rootLimitOf(sql)
    const plan = { steps, aliases: aliasesIn(sql), limit: { ...limit, takesAll: limit.takesAll && isInOrder(steps) } }
    this.#plans.set(sql, plan)
    return plan
  }
}

const rowsAsked = ({ takesAll, values: count }: RootLimit, values: unknown): number | undefined => {
  if (!takesAll || !Array.isArray(values)) return undefined
  const asked = values.slice(-count).reduce<number>((total, value) => total + Number(value), 0)
  return Number.isNaN(asked) ? undefined : asked
}

/** What is known of the rows that a statement of CAP returns. */
interface RootLimit {
  /** Whether each row of the first table becomes one of the result, as long as there are not enough. */
  readonly takesAll: boolean
  /** How many values at the end are for `LIMIT` and `OFFSET`: none, one or both. */
  readonly values: 0 | 1 | 2
}

const TEXTS = /'(?:[^']|'')*'|"(?:[^"]|"")*"/g
const LEAVES_OUT =
  /\b(?:where|group|having|distinct|union|except|intersect|over|inner|cross)\b|(?<!\bleft )\bjoin\b|\bfrom\s*\(/i
const CALLS = /[\w$]\s*\(\)/
const LIMIT = /\bLIMIT \+\?( OFFSET \?)?\)?$/

/** Reads the end and the outermost query of a statement. */
export const rootLimitOf = (sql: string): RootLimit => {
  const limit = LIMIT.exec(sql)
  if (!limit) return { takesAll: false, values: 0 }
  const query = rowsQuery(sql.replace(TEXTS, '_'))
  const takesAll = query !== undefined && !LEAVES_OUT.test(query) && !CALLS.test(query)
  return { takesAll, values: limit[1] === undefined ? 1 : 2 }
}

/** The query for rows, which CAP wraps in one that makes JSON of them, with `()` for all that is in parentheses. */
const rowsQuery = (sql: string): string | undefined => {
  if (!sql.endsWith(')')) return undefined
  let depth = 0
  let start = sql.length
  do {
    start--
    if (sql[start] === ')') depth++
    else if (sql[start] === '(') depth--
  } while (depth > 0 && start > 0)
  return sql.slice(0, start).endsWith(' FROM ') ? withoutInner(sql.slice(start + 1, -1)) : undefined
}

const withoutInner = (query: string): string => {
  let depth = 0
  let text = ''
  for (const char of query) {
    if (char === ')') depth--
    if (depth === 0) text += char
    if (char === '(') depth++
  }
  return text
}
