import { POSTGRES_TEXTS, postgresParser } from '../../core/postgres-values.ts'
import { quoteIdentifier } from '../../core/identifiers.ts'
import { plain, type Statement } from '../../core/values.ts'
import type { LentReads } from '../row-changes.ts'

/** How long a statement waits for a lock, as in our own sessions. */
const LOCK_TIMEOUT_MS = 5_000

const NAMES = Object.keys(POSTGRES_TEXTS)

/** For the rest of the transaction at most. */
const set = (values: Readonly<Record<string, unknown>>): Statement => ({
  sql: `SELECT ${Object.keys(values)
    .map((name, index) => `set_config('${name}', $${index + 1}, true)`)
    .join(', ')}`,
  parameters: Object.values(values).map(String),
})

export const lentReads: LentReads = {
  begin: (_, timeoutMs) => [
    set({ statement_timeout: Math.max(1, Math.ceil(timeoutMs)), lock_timeout: LOCK_TIMEOUT_MS }),
  ],
  settings: {
    read: plain(`SELECT ${NAMES.map((name) => `current_setting('${name}') AS ${quoteIdentifier(name)}`).join(', ')}`),
    set,
    own: set(POSTGRES_TEXTS),
  },
  // The function of output of any type, and for a domain the type below it, as the protocol tells it.
  texts: (sql, columns) => {
    const texts = columns.map((name, index) => {
      const column = `"r".${quoteIdentifier(name)}`
      const base = `(SELECT NULLIF(t.typbasetype, 0) FROM pg_catalog.pg_type t WHERE t.oid = pg_typeof(${column}))`
      return `CASE WHEN ${column} IS NOT NULL THEN format('%s', ${column}) END AS "v${index}", COALESCE(${base}, pg_typeof(${column}))::oid::int AS "t${index}"`
    })
    return `SELECT ${texts.join(', ')} FROM (${sql}) AS "r"`
  },
  value: (text, type) => (typeof text === 'string' ? postgresParser(Number(type))(text) : null),
}
