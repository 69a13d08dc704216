import { OPERATION_REQUESTS } from '../support/hana/operation-requests.ts'
import { filmHana } from '../support/hana/run-operations.ts'
import { TABLES } from './own-schema.ts'
import type { Names } from './own-schema.ts'

const quoted = (name: string): string => `"${name}"`

/** A statement on the schemas of the check instead of those of the double. */
const renamed = (sql: string, names: Names): string =>
  Object.entries(names).reduce((text, [from, to]) => text.replaceAll(`${quoted(from)}.`, `${quoted(to)}.`), sql)

/** Whether all tables that it names are there when nothing has been copied yet. */
const isPossible = (sql: string, { APP, OTHER, ...clones }: Names): boolean => {
  const isThere = (schema: string, table: string): boolean =>
    schema === APP ? TABLES.includes(table) : schema === OTHER ? table === 'FILM' : !Object.values(clones).includes(schema)
  return [...sql.matchAll(/"([^"]+)"\."([^"]+)"/g)].every(([, schema = '', table = '']) =>
    [APP, OTHER, ...Object.values(clones)].includes(schema) ? isThere(schema, table) : true,
  )
}

/** All statements on rows that the operations can send, as a double of the database gets them. */
export const statementsOf = async (names: Names): Promise<readonly string[]> => {
  const sent = new Set<string>()
  for (const { operation, input } of OPERATION_REQUESTS) {
    const { double, run } = filmHana()
    await run(operation, input).catch(() => undefined) // some are refused, by right
    for (const { sql } of double.sent) sent.add(renamed(sql, names))
  }
  return [...sent].filter((sql) => /^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/i.test(sql) && isPossible(sql, names))
}
