import { OPERATION_REQUESTS } from '../support/hana/operation-requests.ts'
import { filmHana } from '../support/hana/run-operations.ts'
import { type Names, TABLES } from './own-schema.ts'

const quoted = (name: string): string => `"${name}"`

/** A statement on the schemas of the check instead of those of the double. */
const renamed = (sql: string, names: Names): string =>
  Object.entries(names).reduce((text, [from, to]) => text.replaceAll(`${quoted(from)}.`, `${quoted(to)}.`), sql)

/** Whether all tables that it names are there when nothing has been copied yet. */
const isPossible = (sql: string, { APP, OTHER, ...clones }: Names): boolean => {
  const isThere = (schema: string, table: string): boolean =>
    schema === APP
      ? TABLES.includes(table)
      : schema === OTHER
        ? table === 'FILM'
        : !Object.values(clones).includes(schema)
  return [...sql.matchAll(/"([^"]+)"\."([^"]+)"/g)].every(([, schema = '', table = '']) =>
    [APP, OTHER, ...Object.values(clones)].includes(schema) ? isThere(schema, table) : true,
  )
}

/** Each statement that a double of the database gets when the operations are asked all that the tests ask them. */
const sentToDouble = async (): Promise<readonly string[]> => {
  const { double, run } = filmHana()
  for (const { operation, input } of OPERATION_REQUESTS) await run(operation, input).catch(() => undefined) // some are refused, by right
  return [...new Set(double.sent.map(({ sql }) => sql))]
}
let sent: Promise<readonly string[]> | undefined

/** All statements on rows that the operations can send. */
export const statementsOf = async (names: Names): Promise<readonly string[]> => {
  sent ??= sentToDouble()
  const own = (await sent).map((sql) => renamed(sql, names))
  return own.filter((sql) => /^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/i.test(sql) && isPossible(sql, names))
}
