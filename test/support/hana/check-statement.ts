import { isSymbol, isWord, readSqlTokens, type SqlToken } from '../../../srv/admin/core/sql-tokens.ts'
import { FACTS } from './facts.ts'

/** Words that stand before a bracket without being functions: keywords, and types that have a length. */
const NO_FUNCTIONS = new Set(
  [
    'ALL AND AS BY CASE ELSE EXISTS FROM HAVING IN INTO JOIN LIKE LIMIT NOT ON OR ORDER OVER SELECT THEN UNION VALUES WHEN WHERE WITH',
    'BINARY DECIMAL KEY NVARCHAR REFERENCES VARBINARY VARCHAR',
  ].flatMap((words) => words.split(' ')),
)
const COMPARISONS = new Set(['=', '<', '>'])
const CLAUSES = ['SELECT', 'FROM', 'WHERE', 'GROUP', 'ORDER', 'PARTITION', 'HAVING', 'ON', 'LIMIT'] as const
const NO_LOBS = ['GROUP', 'ORDER', 'PARTITION']
const AGGREGATES = ['COUNT', 'MIN', 'MAX', 'SUM', 'AVG', 'STRING_AGG']

/** What is open at a token: the statement, a subquery or the arguments of a function. */
interface Level {
  /** The function whose arguments these are. */
  readonly call: string | null
  clause: (typeof CLAUSES)[number] | null
  isDistinct: boolean
  /** A SELECT whose FROM has not come yet. */
  lacksFrom: boolean
  cases: number
}

/**
 * Holds a statement against the rules of SAP HANA that its text alone can break. What refers to tables and columns is
 * seen when it is prepared.
 *
 * @param lobs names of columns that hold large objects, as the catalog spells them.
 * @returns what is wrong with it; nothing when it is fine.
 * @see SAP HANA SQL Reference: "Reserved Words", "SELECT Statement" (LIMIT), "LOB Data Types"
 */
export const checkStatement = (sql: string, lobs: ReadonlySet<string>): string[] => {
  const tokens = readSqlTokens(sql)
  const large = withAliases(tokens, lobs)
  const problems: string[] = []
  const levels: Level[] = [newLevel(null)]
  tokens.forEach((token, index) => {
    const [before, after] = [tokens[index - 1], tokens[index + 1]]
    const level = levels.at(-1) ?? newLevel(null)
    if (isSymbol(token, '(')) {
      levels.push(newLevel(isFunction(before, tokens[index - 2]) ? (before?.value.toUpperCase() ?? null) : null))
      return
    }
    if (isSymbol(token, ')')) {
      problems.push(...endOf(level))
      levels.pop()
      return
    }
    problems.push(
      ...badName(token, tokens, index),
      ...badLimit(token, tokens, index),
      ...badFunction(token, before, after),
      ...badAlias(token, before, after, level),
      ...badLob(token, before, after, levels, large),
      ...badCondition(token, before, level),
      ...badParameter(token, after),
      ...badView(token, tokens, index),
    )
    enter(token, after, level, problems)
  })
  problems.push(...levels.flatMap(endOf))
  return [...new Set(problems)]
}

const newLevel = (call: string | null): Level => ({
  ...{ call, clause: null, isDistinct: false, lacksFrom: false, cases: 0 },
})

/** The name that a token stands for: without quotes it is folded to upper case. */
export const nameOf = (token: SqlToken | undefined): string | null =>
  token?.type === 'quoted' ? token.value : token?.type === 'word' ? token.value.toUpperCase() : null

const isFunction = (word: SqlToken | undefined, before: SqlToken | undefined): boolean =>
  word?.type === 'word' && !NO_FUNCTIONS.has(word.value.toUpperCase()) && !isSymbol(before, '.')

const enter = (token: SqlToken, after: SqlToken | undefined, level: Level, problems: string[]): void => {
  const clause = CLAUSES.find((word) => isWord(token, word))
  if (isWord(token, 'CASE')) level.cases++
  if (isWord(token, 'END')) level.cases--
  if (clause === undefined) return
  if (clause === 'SELECT') {
    problems.push(...endOf(level))
    level.lacksFrom = true
    level.isDistinct = isWord(after, 'DISTINCT')
  }
  if (clause === 'FROM') level.lacksFrom = false
  level.clause = clause
}

const endOf = ({ lacksFrom }: Level): string[] => (lacksFrom ? ['SELECT without FROM'] : [])

const badName = (token: SqlToken, tokens: readonly SqlToken[], index: number): string[] => {
  const [before, after] = [tokens[index - 1], tokens[index + 1]]
  const isOpening = isSymbol(tokens[index + 2], '(')
  if (token.type !== 'word' || !FACTS.reservedWords.has(token.value.toUpperCase())) return []
  const isName = isSymbol(after, '.') || isSymbol(before, '.') || (isWord(before, 'AS') && !isWord(token, 'SELECT'))
  const isQuery = isWord(after, 'AS') && isOpening && (isWord(before, 'WITH') || isSymbol(before, ','))
  const isRelation = isWord(before, 'FROM', 'JOIN') && !isWord(token, 'SELECT', 'TABLE', 'LATERAL', 'UNNEST')
  return isName || isQuery || isRelation ? [`the reserved word ${token.value.toUpperCase()} as a name`] : []
}

const badLimit = (token: SqlToken, tokens: readonly SqlToken[], index: number): string[] => {
  if (!isWord(token, 'LIMIT', 'OFFSET') || isSymbol(tokens[index + 1], '.')) return []
  const [value, behind] = [tokens[index + 1], tokens[index + 2]]
  const isPlain = isSymbol(value, '?') || (value?.type === 'word' && /^\d+$/.test(value.value))
  const ends = behind === undefined || isSymbol(behind, ')') || behind.type === 'word'
  return isPlain && ends ? [] : [`${token.value.toUpperCase()} with an expression`]
}

const badFunction = (token: SqlToken, before: SqlToken | undefined, after: SqlToken | undefined): string[] =>
  isSymbol(after, '(') && isFunction(token, before) && !FACTS.functions.has(token.value.toUpperCase())
    ? [`no function ${token.value.toUpperCase()}`]
    : []

const badAlias = (
  token: SqlToken,
  before: SqlToken | undefined,
  after: SqlToken | undefined,
  { clause }: Level,
): string[] =>
  clause === 'SELECT' && isWord(before, 'AS') && token.type === 'word' && !isSymbol(after, '(')
    ? token.value === token.value.toUpperCase()
      ? []
      : [`the alias ${token.value} is not quoted, and comes back as ${token.value.toUpperCase()}`]
    : []

/** Large objects have no equality, no order, and are counted by nothing. */
const badLob = (
  token: SqlToken,
  before: SqlToken | undefined,
  after: SqlToken | undefined,
  levels: readonly Level[],
  lobs: ReadonlySet<string>,
): string[] => {
  const name = nameOf(token)
  if (name === null || !lobs.has(name) || isWord(before, 'AS') || isSymbol(after, '.') || isWord(after, 'IS')) return []
  const level = levels.at(-1)
  const isCompared = [before, after].some(
    (each) => each !== undefined && (COMPARISONS.has(each.value) || isWord(each, 'IN', 'BETWEEN')),
  )
  const isJoined = [before, after].some((each) => isSymbol(each, '|'))
  const isGrouped = NO_LOBS.includes(level?.clause ?? '') && level?.call === null
  const isCast = level !== undefined && level.call !== null && !AGGREGATES.includes(level.call)
  const isCounted = AGGREGATES.includes(level?.call ?? '')
  const isTold = level?.clause === 'SELECT' && level.isDistinct
  if (isCast && !isCompared) return []
  if (isCompared) return [`the large object ${name} is compared`]
  if (isJoined) return [`the large object ${name} is joined to a text`]
  if (isGrouped) return [`the large object ${name} is grouped or ordered`]
  if (isCounted) return [`the large object ${name} is aggregated`]
  return isTold ? [`the large object ${name} is made distinct`] : []
}

/** Large objects keep being such under another name. */
const withAliases = (tokens: readonly SqlToken[], lobs: ReadonlySet<string>): ReadonlySet<string> => {
  const all = new Set(lobs)
  for (let size = 0; size !== all.size;) {
    size = all.size
    tokens.forEach((token, index) => {
      const name = nameOf(token)
      const start = isSymbol(tokens[index - 1], '.') ? index - 3 : index - 1
      const isWhole = isWord(tokens[start], 'SELECT') || isSymbol(tokens[start], ',')
      const alias = isWord(tokens[index + 1], 'AS') ? nameOf(tokens[index + 2]) : null
      if (name !== null && all.has(name) && isWhole && alias !== null) all.add(alias)
    })
  }
  return all
}

/** A condition is no value. */
const badCondition = (token: SqlToken, before: SqlToken | undefined, { clause, cases, call }: Level): string[] => {
  const isCondition = COMPARISONS.has(token.value) || isWord(token, 'IS', 'LIKE', 'AND', 'OR')
  return clause === 'SELECT' && cases === 0 && call === null && isCondition && before !== undefined
    ? ['a condition as a value']
    : []
}

/** Nothing would tell its type. */
const badParameter = (token: SqlToken, after: SqlToken | undefined): string[] =>
  isSymbol(token, '?') && isWord(after, 'IS') ? ['a parameter whose type nothing tells'] : []

const badView = (token: SqlToken, tokens: readonly SqlToken[], index: number): string[] => {
  const schema = nameOf(token)
  if (schema === null || !/^(?:SYS|_SYS_\w+)$/.test(schema) || !isSymbol(tokens[index + 1], '.')) return []
  if (isSymbol(tokens[index - 1], '.')) return []
  const view = `${schema}.${nameOf(tokens[index + 2]) ?? ''}`
  return FACTS.views.has(view) ? [] : [`no view ${view}`]
}
