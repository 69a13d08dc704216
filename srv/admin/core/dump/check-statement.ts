import { AdminError } from '../../errors.ts'
import { isSymbol, isWord, readSqlTokens, type SqlToken } from '../sql-tokens.ts'
import type { DumpStatement } from './manifest.ts'

/** How an engine spells names in statements that come from a file. */
export interface Spelling {
  /** Whether a name in a statement is the one of the catalog. */
  readonly isName: (token: SqlToken, name: string) => boolean
  /** Names are always written with their schema, or never. */
  readonly isQualified: boolean
}

/** What a statement of a dump uses besides what it makes. */
export interface StatementUse {
  /** Functions that it calls. */
  readonly functions: readonly string[]
  /** Names of the tables that it refers to. */
  readonly references: readonly SqlToken[]
}

/** Words that may stand in front of a parenthesis and call nothing: of clauses, of types, and forms that only compute. */
const WORDS = new Set(
  [
    'ALL AND ANY ARRAY AS BETWEEN BY CASE CAST CHECK COALESCE COLLATE DEFAULT DELETE DISTINCT ELSE ENUM ESCAPE EXISTS FILTER GENERATED GLOB',
    'GREATEST IDENTITY IN INCLUDE INDEX IS KEY LEAST LIKE MATCH NOT NULLIF NULLS ON OR OVERLAPS PARTITION REGEXP ROW SET SIMILAR SOME',
    'SYMMETRIC TABLE THEN TO UNIQUE UPDATE USING VALUES WHEN WHERE WITH EXCLUDE KEYS',
    'BIT BPCHAR CHAR CHARACTER CLOB BLOB DATE DATETIME DEC DECIMAL DOUBLE FLOAT INT INTEGER BIGINT SMALLINT INTERVAL NATIONAL NCHAR',
    'NUMERIC NVARCHAR PRECISION REAL TEXT TIME TIMESTAMP TIMESTAMPTZ TIMETZ VARBINARY VARBIT VARCHAR VARYING BINARY ZONE',
    'CURRENT_TIME CURRENT_TIMESTAMP LOCALTIME LOCALTIMESTAMP',
  ].flatMap((words) => words.split(' ')),
)
/** Words that fill a table with rows of others, behind AS. */
const FILLING = ['SELECT', 'TABLE', 'VALUES', 'WITH', 'EXECUTE']
const COMMENTED = ['TABLE', 'COLUMN', 'CONSTRAINT', 'INDEX', 'SEQUENCE', 'TYPE', 'DOMAIN', 'STATISTICS']

/**
 * Looks whether a statement that a file brings makes what it says and nothing else: a file may come from anybody, and a
 * statement runs with all rights of the database user.
 *
 * @throws AdminError `INVALID_FILE_CONTENT`.
 */
export const checkStatement = (statement: DumpStatement, schema: string, spelling: Spelling): StatementUse => {
  const { sql, table, name, type } = statement
  const tokens = readSqlTokens(sql)
  const refuse = (why: string): never => {
    throw new AdminError('INVALID_FILE_CONTENT', `The statement for ${type} '${name}' is not run: ${why}`)
  }
  refuseUnread(sql, tokens, spelling, refuse)
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1]
    const isFilling = isWord(token, 'SELECT') || (isWord(before, 'AS') && isWord(token, ...FILLING))
    if (isFilling || isWord(token, 'INHERITS')) refuse('it takes rows of others')
    if (isWord(token, 'LIKE') && (isSymbol(before, '(') || isSymbol(before, ','))) refuse('it takes columns of others')
  }
  const owned = table ?? name
  const named = (at: number, wanted: string): number => {
    const isLong = isSymbol(tokens[at + 1], '.')
    if (isLong !== spelling.isQualified) refuse('its names are not as those of a dump')
    const [first, last] = [tokens[at], tokens[isLong ? at + 2 : at]]
    if (isLong && !(first && spelling.isName(first, schema))) refuse('it names another schema')
    if (!last || !spelling.isName(last, wanted)) refuse(`it is not about '${wanted}'`)
    return isLong ? at + 3 : at + 1
  }
  checkHead(tokens, { owned, name, named, refuse })
  refuseElsewhere(tokens, schema, spelling, refuse)
  return usesOf(tokens)
}

interface Head {
  readonly owned: string
  readonly name: string
  readonly named: (at: number, wanted: string) => number
  readonly refuse: (why: string) => never
}

/** The words up to the name of what it is about, and that name. */
const checkHead = (tokens: readonly SqlToken[], { owned, name, named, refuse }: Head): void => {
  const is = (at: number, ...words: readonly string[]): boolean => isWord(tokens[at], ...words)
  if (is(0, 'CREATE')) {
    const at = is(1, 'UNLOGGED', 'UNIQUE') ? 2 : 1
    if (is(at, 'TABLE')) {
      if (!isSymbol(tokens[named(at + 1, owned)], '(')) refuse('it has no list of columns')
    } else if (is(at, 'SEQUENCE', 'DOMAIN')) named(at + 1, name)
    else if (is(at, 'TYPE')) {
      // Others are made of functions.
      const next = named(at + 1, name)
      if (!is(next, 'AS') || !(is(next + 1, 'ENUM') || isSymbol(tokens[next + 1], '(')))
        refuse('it makes another kind of type')
    } else if (is(at, 'INDEX', 'STATISTICS')) {
      // Behind its name, which has no schema of its own unless it is of statistics.
      const on = tokens.findIndex((token) => isWord(token, at > 0 && is(at, 'INDEX') ? 'ON' : 'FROM'))
      const first = is(on + 1, 'ONLY') ? on + 2 : on + 1
      if (on < 0) refuse('it is about no table')
      named(first, owned)
    } else refuse('it makes something else')
  } else if (is(0, 'ALTER') && is(1, 'TABLE')) {
    const next = named(is(2, 'ONLY') ? 3 : 2, owned)
    const isKnown = (is(next, 'ADD') && is(next + 1, 'CONSTRAINT')) || is(next, 'ALTER', 'REPLICA', 'CLUSTER', 'SET')
    if (!isKnown || (is(next, 'SET') && !isSymbol(tokens[next + 1], '('))) refuse('it changes something else')
    if (hasOuterComma(tokens)) refuse('it changes several things')
  } else if (is(0, 'ALTER') && is(1, 'INDEX')) refuse('it changes an index')
  else if (is(0, 'ALTER') && is(1, 'SEQUENCE')) {
    const next = named(2, name)
    if (!is(next, 'OWNED') || !is(next + 1, 'BY')) refuse('it changes something else')
    named(next + 2, owned)
  } else if (!(is(0, 'COMMENT') && is(1, 'ON') && is(2, ...COMMENTED))) refuse('it does not make a table')
  else commented(tokens, { owned, name, named, refuse })
}

const commented = (tokens: readonly SqlToken[], { owned, name, named, refuse }: Head): void => {
  const kind = tokens[2]
  if (isWord(kind, 'TABLE', 'COLUMN')) named(3, owned)
  else if (isWord(kind, 'CONSTRAINT')) {
    if (!isWord(tokens[4], 'ON')) refuse('it is about no table')
    named(isWord(tokens[5], 'DOMAIN') ? 6 : 5, owned)
  } else named(3, name)
}

const hasOuterComma = (tokens: readonly SqlToken[]): boolean => {
  let depth = 0
  return tokens.some((token) => {
    if (isSymbol(token, '(') || isSymbol(token, '[')) depth++
    if (isSymbol(token, ')') || isSymbol(token, ']')) depth--
    return depth === 0 && isSymbol(token, ',')
  })
}

/** What the engine could read otherwise than it is read here: comments, other quotes, several statements. */
const refuseUnread = (
  sql: string,
  tokens: readonly SqlToken[],
  { isQualified }: Spelling,
  refuse: (why: string) => never,
): void => {
  let end = 0
  for (const [index, token] of tokens.entries()) {
    if (isQualified && sql.slice(end, token.start).trim() !== '') refuse('it has comments')
    if (isSymbol(token, ';')) refuse('it is several')
    const text = sql.slice(token.start, token.end)
    const isOdd = text.startsWith('`') || (text.startsWith('[') && !/^\[\d*\]$/.test(text))
    if (isQualified && isOdd) refuse('it has quotes of another engine')
    if (isQualified && token.type !== 'string' && token.type !== 'quoted' && text.includes('$')) refuse('it has a $')
    const next = tokens[index + 1]
    const isPrefix =
      next?.start === token.end &&
      (next.type === 'string' ? isWord(token, 'E') : isSymbol(next, '&') && isWord(token, 'U'))
    if (isQualified && isPrefix) refuse('it has texts of another form')
    end = token.end
  }
  if (isQualified && sql.slice(end).trim() !== '') refuse('it has comments')
}

/** What belongs to another schema is not referred to, numbered by or named. */
const refuseElsewhere = (
  tokens: readonly SqlToken[],
  schema: string,
  { isName, isQualified }: Spelling,
  refuse: (why: string) => never,
): void => {
  if (!isQualified) return
  for (const [index, token] of tokens.entries()) {
    const isSequence = isWord(token, 'SEQUENCE') && isWord(tokens[index + 1], 'NAME')
    const isObject = token.type === 'string' && isWord(tokens[index + 3], 'REGCLASS')
    if (!isObject && !isSequence && !isWord(token, 'REFERENCES')) continue
    const [first, dot] = isObject ? readSqlTokens(token.value) : tokens.slice(index + (isSequence ? 2 : 1))
    if (!first || !isName(first, schema) || !isSymbol(dot, '.')) refuse('it names another schema')
  }
}

const usesOf = (tokens: readonly SqlToken[]): StatementUse => {
  const functions = new Set<string>()
  const references: SqlToken[] = []
  for (const [index, token] of tokens.entries()) {
    const start = isSymbol(tokens[index - 1], '.') ? index - 2 : index
    const before = tokens[start - 1]
    if (token.type !== 'word' && token.type !== 'quoted') continue
    if (isSymbol(tokens[index + 1], '.')) continue
    if (isWord(before, 'REFERENCES')) references.push(token)
    else if (isSymbol(tokens[index + 1], '(') && !isNaming(token, before)) functions.add(token.value)
  }
  return { functions: [...functions], references }
}

const isNaming = (token: SqlToken, before: SqlToken | undefined): boolean =>
  (token.type === 'word' && WORDS.has(token.value.toUpperCase())) ||
  isWord(before, 'TABLE', 'INDEX', 'STATISTICS', 'ON', 'ONLY', 'TYPE', 'COLLATE') ||
  (isWord(before, 'USING') && isWord(token, 'BTREE', 'HASH', 'GIST', 'SPGIST', 'GIN', 'BRIN'))
