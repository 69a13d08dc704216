import type { Value } from '../../srv/admin/core/values.ts'
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

/** A statement on rows, with the values that it was sent with. */
export interface SentStatement {
  readonly sql: string
  readonly parameters: readonly Value[]
}

/** Each statement that a double of the database gets when the operations are asked all that the tests ask them. */
const sentToDouble = async (): Promise<readonly SentStatement[]> => {
  const { double, run } = filmHana()
  for (const { operation, input } of OPERATION_REQUESTS) await run(operation, input).catch(() => undefined) // some are refused, by right
  const each = new Map(double.sent.map(({ sql, parameters }) => [sql, parameters]))
  return [...each]
    .filter(([sql]) => /^\s*(?:SELECT|WITH|INSERT|UPDATE|DELETE)\b/i.test(sql))
    .map(([sql, parameters]) => ({ sql, parameters: rowOf(parameters) }))
}
/** Of an insert the first row. */
const rowOf = (parameters: readonly unknown[]): readonly Value[] =>
  (Array.isArray(parameters[0]) ? parameters[0] : parameters) as readonly Value[]

let sent: Promise<readonly SentStatement[]> | undefined
export const sentStatements = (): Promise<readonly SentStatement[]> => (sent ??= sentToDouble())

/** All statements on rows that the operations can send. */
export const statementsOf = async (names: Names): Promise<readonly string[]> => {
  const own = (await sentStatements()).map(({ sql }) => renamed(sql, names))
  return own.filter((sql) => isPossible(sql, names))
}
