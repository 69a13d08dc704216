import { randomUUID } from 'node:crypto'
import type { EntityRow } from '../../../core/application.ts'
import { foldName } from '../../../core/identifiers.ts'
import type { ServedColumn } from '../../../core/model.ts'
import type { Statement, Value } from '../../../core/values.ts'
import { AdminError } from '../../../core/errors.ts'
import type { Cell } from './cells.ts'
import { PASS_BY, type ServedEntity } from '../../choose-way.ts'
import type { Change } from './statements.ts'

/** A change as a service is asked for it. */
interface ServiceCall {
  readonly change: Change
  readonly key: EntityRow
  readonly row: EntityRow
}

/**
 * @throws AdminError `INVALID_PARAMETER` for columns that the entity does not show, and for what it does not take from anybody;
 *   `KEY_REQUIRED`.
 */
export const callOf = ({ name, rows }: ServedEntity, change: Change): ServiceCall => {
  const { action, key, values } = change
  const byColumn = new Map(rows.columns.map((column) => [foldName(column.column), column]))
  const found = ({ column }: Cell): ServedColumn => {
    const served = byColumn.get(foldName(column.name))
    if (!served) throw refused(`${name} does not show column '${column.name}'`)
    return served
  }
  const keys = key.map((cell) => [found(cell), cell] as const)
  const row = values.map((cell) => [found(cell), cell] as const)
  const keyColumns = rows.columns.filter(({ isKey }) => isKey)
  if (action !== 'insert' && (keys.length !== keyColumns.length || !keys.every(([{ isKey }]) => isKey)))
    throw new AdminError(
      'KEY_REQUIRED',
      `${name} finds rows by ${keyColumns.map(({ column }) => `'${column}'`).join(', ')}; ${PASS_BY}`,
    )
  for (const [served, { column, value }] of row) {
    if (served.isGiven === 'always' || (served.isGiven === 'on update' && action === 'update'))
      throw refused(`${name} gives '${column.name}' itself, or keeps it as it is`)
    const own = served.isKey && action === 'update' ? key.find((each) => each.column.name === column.name) : undefined
    if (own && own.value !== value) throw refused(`'${column.name}' is the key of ${name}, which stays as it is`)
  }
  const stamps = action === 'delete' ? [] : rows.columns.filter(({ isStamp }) => isStamp)
  return {
    change,
    key: Object.fromEntries(keys.map(elementOf)),
    row: Object.fromEntries([
      ...stamps.map(({ element }): [string, unknown] => [element, randomUUID()]),
      ...row.map(elementOf),
    ]),
  }
}

const refused = (why: string): AdminError => new AdminError('INVALID_PARAMETER', `${why}; ${PASS_BY}`)

const elementOf = ([{ element, type }, { column, value }]: readonly [ServedColumn, Cell]): [string, unknown] => {
  const given = cdsValue(type, value)
  if (given === undefined) throw new AdminError('INVALID_PARAMETER', `The value of '${column.name}' is not JSON`)
  return [element, given]
}

/** What a preview tells that a service is asked for, in the words of CQL, with values in the same places as in SQL. */
export const callStatement = ({ name, rows }: ServedEntity, { action, key, values }: Change): Statement => {
  const named = (cell: Cell): string =>
    rows.columns.find(({ column }) => foldName(column) === foldName(cell.column.name))?.element ?? cell.column.name
  const where = key.map((cell) => `${named(cell)} = ?`).join(' and ')
  const all = [...values, ...key].map(({ value }) => value)
  switch (action) {
    case 'insert':
      return { sql: `INSERT INTO ${name} { ${values.map((cell) => `${named(cell)}: ?`).join(', ')} }`, parameters: all }
    case 'update':
      return {
        sql: `UPDATE ${name} SET ${values.map((cell) => `${named(cell)} = ?`).join(', ')} WHERE ${where}`,
        parameters: all,
      }
    case 'delete':
      return { sql: `DELETE FROM ${name} WHERE ${where}`, parameters: all }
  }
}

const INSTANT = /^(?<day>\d{4}-\d\d-\d\d)[ T](?<time>\d\d:\d\d:\d\d)(?<fraction>\.\d+)?(?<zone>Z|[+-]\d\d(?::?\d\d)?)?$/

/**
 * A stored value as programs of CAP hand it to services.
 *
 * @param type a built-in one of CDS, or `json` for what is stored as such
 * @returns undefined for a text that is not JSON where it has to be.
 * @see https://cap.cloud.sap/docs/cds/types
 */
export const cdsValue = (type: string, value: Value): unknown => {
  if (value === null) return null
  switch (type) {
    case 'json':
      return parsed(textOf(value))
    case 'cds.Boolean':
      return ['true', 't', '1'].includes(textOf(value).toLowerCase())
    case 'cds.Binary':
    case 'cds.LargeBinary':
      return value instanceof Uint8Array ? Buffer.from(value) : Buffer.from(textOf(value), 'base64')
    case 'cds.Double':
      return Number(value)
    case 'cds.UInt8':
    case 'cds.Int16':
    case 'cds.Int32':
    case 'cds.Int64':
    case 'cds.Integer':
    case 'cds.Integer64': {
      const number = Number(value)
      return Number.isSafeInteger(number) ? number : textOf(value)
    }
    case 'cds.DateTime':
      return instant(textOf(value)).replace(/\.0+(?=Z|[+-])/, '')
    case 'cds.Timestamp':
      return instant(textOf(value))
    default:
      return textOf(value)
  }
}

const textOf = (value: NonNullable<Value>): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString() : String(value)

/** Stored ones are in UTC. */
const instant = (text: string): string => {
  const { day, time, fraction = '', zone = 'Z' } = INSTANT.exec(text)?.groups ?? {}
  return day === undefined || time === undefined ? text : `${day}T${time}${fraction}${zone}`
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
