import type { Value } from './values.ts'

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
