import { quoteIdentifier as quote } from '../../../core/identifiers.ts'
import { OPEN_FUNCTIONS } from '../../../core/open-functions.ts'
import { applyEdits, type Edit, isSymbol, isWord, readSqlTokens, type SqlToken } from '../../../core/sql-tokens.ts'
import { text } from '../../rows.ts'
import type { Rebuild } from '../../structure.ts'
import { literal } from './statements.ts'

/** Names without quotes are folded. */
const isName = ({ type, value }: SqlToken, name: string): boolean =>
  (type === 'word' ? value.toLowerCase() : value) === name

/** They move sequences on, as a default does. */
const COUNTING = ['nextval']

/** All names have their schema, as no schema is looked into while they are written. */
export const rebuild: Rebuild = {
  spelling: { isName, isQualified: true },
  closed: {
    statement: ({ functions }) => ({
      sql: `SELECT name FROM json_array_elements_text($1::json) AS asked (name)
             WHERE NOT EXISTS (SELECT FROM pg_proc f WHERE f.proname = name AND f.pronamespace = 'pg_catalog'::regnamespace)
                OR EXISTS (SELECT FROM pg_proc f WHERE f.proname = name
                              AND (f.pronamespace <> 'pg_catalog'::regnamespace OR f.provolatile <> 'i' AND f.proname <> ALL ($2::text[])))`,
      parameters: [JSON.stringify(functions), `{${[...OPEN_FUNCTIONS, ...COUNTING].join(',')}}`],
    }),
    item: (row) => text(row, 'name'),
  },
  inSchema: ({ sql }, from, to) => (from === to ? sql : withSchema(sql, from, to)),
}

const withSchema = (sql: string, from: string, to: string): string => {
  const tokens = readSqlTokens(sql)
  return applyEdits(
    sql,
    tokens.flatMap((token, index): Edit[] => {
      const { type, value, start, end } = token
      if (type === 'string' && isWord(tokens[index + 3], 'regclass', 'REGCLASS'))
        return [{ start, end, text: literal(withSchema(value, from, to)) }]
      const isSchema = isSymbol(tokens[index + 1], '.') && !isSymbol(tokens[index - 1], '.')
      return isSchema && type !== 'symbol' && type !== 'string' && isName(token, from)
        ? [{ start, end, text: quote(to) }]
        : []
    }),
  )
}
