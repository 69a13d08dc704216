import { AdminError } from '../errors.ts'
import { type Brackets, isSymbol, isWord, readSqlTokens, type SqlToken } from '../sql-tokens.ts'
import type { DumpStatement } from './manifest.ts'
import { type StatementUse, usesOf } from './statement-uses.ts'

/** How an engine spells names in statements that come from a file. */
export interface Spelling {
  /** Whether a name in a statement is the one of the catalog. */
  readonly isName: (token: SqlToken, name: string) => boolean
  readonly brackets: Brackets
  /** Names are always written with their schema, or never. */
  readonly isQualified: boolean
}

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
  const tokens = readSqlTokens(sql, spelling.brackets)
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
  checkHead(tokens, { owned, name, schema, spelling, named, refuse })
  refuseElsewhere(tokens, schema, spelling, refuse)
  return usesOf(tokens)
}

interface Head {
  readonly owned: string
  readonly name: string
  readonly schema: string
  readonly spelling: Spelling
  readonly named: (at: number, wanted: string) => number
  readonly refuse: (why: string) => never
}

/** The words up to the name of what it is about, and that name. */
const checkHead = (tokens: readonly SqlToken[], head: Head): void => {
  const { owned, name, named, refuse } = head
  const is = (at: number, ...words: readonly string[]): boolean => isWord(tokens[at], ...words)
  if (is(0, 'CREATE')) {
    const at = is(1, 'UNLOGGED', 'UNIQUE') ? 2 : 1
    if (is(at, 'TABLE')) {
      if (!isSymbol(tokens[named(at + 1, owned)], '(')) refuse('it has no list of columns')
    } else if (is(at, 'SEQUENCE', 'DOMAIN')) named(at + 1, name)
    else if (is(at, 'TYPE')) {
      // Others are made of functions.
      const next = named(at + 1, name)
      const isKnown = is(next + 1, 'ENUM') || isSymbol(tokens[next + 1], '(') || isRange(tokens.slice(next + 1), head)
      if (!is(next, 'AS') || !isKnown) refuse('it makes another kind of type')
    } else if (is(at, 'INDEX', 'STATISTICS')) {
      // Behind its name, which has no schema of its own unless it is of statistics.
      const on = tokens.findIndex((token) => isWord(token, at > 0 && is(at, 'INDEX') ? 'ON' : 'FROM'))
      const first = is(on + 1, 'ONLY') ? on + 2 : on + 1
      if (on < 0) refuse('it is about no table')
      named(first, owned)
    } else refuse('it makes something else')
  } else if (is(0, 'ALTER') && is(1, 'TABLE')) {
    if (takesPart(tokens, head)) return
    const next = named(is(2, 'ONLY') ? 3 : 2, owned)
    const isKnown = (is(next, 'ADD') && is(next + 1, 'CONSTRAINT')) || is(next, 'ALTER', 'REPLICA', 'CLUSTER', 'SET')
    if (!isKnown || (is(next, 'SET') && !isSymbol(tokens[next + 1], '('))) refuse('it changes something else')
    if (hasOuterComma(tokens)) refuse('it changes several things')
  } else if (is(0, 'ALTER') && is(1, 'INDEX')) {
    const next = afterName(tokens, 2, head)
    if (!is(next, 'ATTACH') || !is(next + 1, 'PARTITION') || afterName(tokens, next + 2, head) !== tokens.length)
      refuse('it changes an index')
  } else if (is(0, 'ALTER') && is(1, 'SEQUENCE')) {
    const next = named(2, name)
    if (!is(next, 'OWNED') || !is(next + 1, 'BY')) refuse('it changes something else')
    named(next + 2, owned)
  } else if (!(is(0, 'COMMENT') && is(1, 'ON') && is(2, ...COMMENTED))) refuse('it does not make a table')
  else commented(tokens, head)
}

/** Whether it makes a range; the function that it may have is one that it calls. */
const isRange = ([range, open, ...members]: readonly SqlToken[], { schema, spelling }: Head): boolean => {
  if (!isWord(range, 'RANGE') || !isSymbol(open, '(')) return false
  return members.every((token, index) => {
    if (!isSymbol(members[index + 1], '=')) return true
    const [first, dot] = members.slice(index + 2)
    if (isWord(token, 'SUBTYPE', 'SUBTYPE_DIFF', 'COLLATION')) return true
    if (isWord(token, 'SUBTYPE_OPCLASS')) return isWord(first, 'PG_CATALOG') && isSymbol(dot, '.')
    return isWord(token, 'MULTIRANGE_TYPE_NAME') && first !== undefined && spelling.isName(first, schema)
  })
}

/** Behind the name of something else in the schema. */
const afterName = (tokens: readonly SqlToken[], at: number, { schema, spelling, refuse }: Head): number => {
  const [first, dot, last] = [tokens[at], tokens[at + 1], tokens[at + 2]]
  if (!first || !last || !isSymbol(dot, '.') || !spelling.isName(first, schema)) refuse('it names another schema')
  return at + 3
}

/** Whether it makes the table a part of another one, which is among those that it refers to. */
const takesPart = (tokens: readonly SqlToken[], head: Head): boolean => {
  const { owned, named, refuse, spelling } = head
  const first = isWord(tokens[2], 'ONLY') ? 3 : 2
  if (!spelling.isQualified || !isSymbol(tokens[first + 1], '.')) return false
  const verb = first + 3
  if (isWord(tokens[verb], 'INHERIT')) {
    named(first, owned)
    if (afterName(tokens, verb + 1, head) !== tokens.length) refuse('it changes several things')
    return true
  }
  if (!isWord(tokens[verb], 'ATTACH') || !isWord(tokens[verb + 1], 'PARTITION')) return false
  afterName(tokens, first, head)
  const bound = named(verb + 2, owned)
  const isBound =
    isWord(tokens[bound], 'DEFAULT') || (isWord(tokens[bound], 'FOR') && isWord(tokens[bound + 1], 'VALUES'))
  if (!isBound || hasOuterComma(tokens)) refuse('it changes several things')
  return true
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
    if (isQualified && text.startsWith('`')) refuse('it has quotes of another engine')
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
