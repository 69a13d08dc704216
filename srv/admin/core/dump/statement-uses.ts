import { isSymbol, isWord, type SqlToken } from '../sql-tokens.ts'

/** What a statement of a dump uses besides what it makes. */
export interface StatementUse {
  /** Functions that it calls. */
  readonly functions: readonly string[]
  /** Names of the tables that it refers to. */
  readonly references: readonly SqlToken[]
  /** Names of the tables of which it makes a table a part. */
  readonly parents: readonly SqlToken[]
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

/** What it calls and refers to. */
export const usesOf = (tokens: readonly SqlToken[]): StatementUse => {
  const functions = new Set<string>()
  const references: SqlToken[] = []
  const parents: SqlToken[] = []
  for (const [index, token] of tokens.entries()) {
    const start = isSymbol(tokens[index - 1], '.') ? index - 2 : index
    const before = tokens[start - 1]
    if (token.type !== 'word' && token.type !== 'quoted') continue
    if (isSymbol(tokens[index + 1], '.')) continue
    const isParent =
      isWord(before, 'INHERIT') || (isWord(before, 'TABLE', 'ONLY') && isWord(tokens[index + 1], 'ATTACH'))
    if (isParent) parents.push(token)
    else if (isWord(before, 'REFERENCES')) references.push(token)
    else if (isSymbol(tokens[index + 1], '(') && !isNaming(token, before)) functions.add(token.value)
    else if (isSymbol(before, '=') && isWord(tokens[start - 2], 'SUBTYPE_DIFF')) functions.add(token.value)
  }
  return { functions: [...functions], references, parents }
}

const isNaming = (token: SqlToken, before: SqlToken | undefined): boolean =>
  (token.type === 'word' && WORDS.has(token.value.toUpperCase())) ||
  isWord(before, 'TABLE', 'INDEX', 'STATISTICS', 'ON', 'ONLY', 'TYPE', 'COLLATE') ||
  (isWord(before, 'VALUES') && isWord(token, 'FROM')) ||
  (isWord(before, 'AS') && isWord(token, 'RANGE')) ||
  (isWord(before, 'BY') && isWord(token, 'RANGE', 'LIST', 'HASH')) ||
  (isWord(before, 'USING') && isWord(token, 'BTREE', 'HASH', 'GIST', 'SPGIST', 'GIN', 'BRIN'))
