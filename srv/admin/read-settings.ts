import type { SettingSchema } from './setting-schema.ts'
import { PATH, SETTINGS, type Settings } from './settings.ts'

/**
 * Checks settings against their schema, and fills in defaults. What was given stays as it was.
 *
 * @throws Error naming the setting that cannot be used.
 */
export const readSettings = (given: unknown = {}): Settings => read('dba', given, SETTINGS) as Settings

/** @returns a copy with defaults, in which numbers, `true` and `false` that came as text, from the environment, are what they stand for. */
const read = (name: string, given: unknown, schema: SettingSchema): unknown => {
  const value = typeof given === 'string' ? fromText(given, schema) : given
  if (schema.anyOf) {
    if (schema.anyOf.some((each) => problemOf(value, each) === undefined)) return value
    throw new Error(`Setting ${name} must be ${schema.anyOf.map(expectationOf).join(' or ')}`)
  }
  const problem = problemOf(value, schema)
  if (problem !== undefined) throw new Error(`Setting ${name} must be ${problem}`)
  return schema.properties ? readGroup(name, value as object, schema.properties) : value
}

const readGroup = (name: string, given: object, properties: NonNullable<SettingSchema['properties']>): object => {
  const unknown = Object.keys(given).find((each) => !Object.hasOwn(properties, each))
  if (unknown !== undefined) throw new Error(`Setting ${name}.${unknown} is not known`)
  const values = given as Readonly<Record<string, unknown>>
  return Object.fromEntries(
    Object.entries(properties).flatMap(([each, schema]) => {
      const value = values[each] === undefined ? (schema.properties ? {} : schema.default) : values[each]
      return value === undefined ? [] : [[each, read(`${name}.${each}`, value, schema)]]
    }),
  )
}

const fromText = (text: string, schema: SettingSchema): unknown => {
  if (/^\d{1,15}$/.test(text) && allows(schema, 'integer')) return Number(text)
  return ['true', 'false'].includes(text) && allows(schema, 'boolean') ? text === 'true' : text
}

const allows = (schema: SettingSchema, type: SettingSchema['type']): boolean =>
  [schema, ...(schema.anyOf ?? [])].some((each) => each.type === type)

const typeOf = (value: unknown): string => {
  if (Number.isSafeInteger(value)) return 'integer'
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
}

/** What a value should be, unless it is. */
const problemOf = (value: unknown, schema: SettingSchema): string | undefined => {
  const { pattern, const: only, minLength = 0, minimum = -Infinity, maximum = Infinity, minItems = 0, items } = schema
  const isFine =
    typeOf(value) === schema.type &&
    (only === undefined || value === only) &&
    (typeof value !== 'string' || (value.length >= minLength && (pattern === undefined || PATH.test(value)))) &&
    (typeof value !== 'number' || (value >= minimum && value <= maximum)) &&
    (!Array.isArray(value) ||
      (value.length >= minItems && value.every((each) => !items || problemOf(each, items) === undefined)))
  return isFine ? undefined : expectationOf(schema)
}

const ARTICLES: Readonly<Record<string, string>> = {
  ...{ object: 'an object', array: 'a list', string: 'a text', integer: 'a whole number', boolean: 'true or false' },
}

const expectationOf = (schema: SettingSchema): string => {
  const { type = 'null', const: only, pattern, minimum, maximum, minLength, items } = schema
  if (pattern !== undefined) return "a path such as '/api/v1'"
  if (only !== undefined) return JSON.stringify(only)
  if (items) return `a list, each ${expectationOf(items)}`
  if (minLength !== undefined) return 'a text that is not empty'
  const bounds = [minimum !== undefined && `from ${String(minimum)}`, maximum !== undefined && `to ${String(maximum)}`]
  return [ARTICLES[type] ?? type, ...bounds.filter((each) => each !== false)].join(' ')
}
