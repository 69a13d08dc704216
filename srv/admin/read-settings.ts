import type { TSchema } from '@sinclair/typebox'
import { Ajv, type ErrorObject } from 'ajv'
import { SETTINGS, type Settings, type UNLIMITED } from './settings.ts'

type Known<Value> = { readonly [Name in keyof Value]-?: Exclude<Value[Name], undefined> }

/** Settings with their defaults filled in: but for two that have none. */
export type CompleteSettings = Omit<
  Known<Settings>,
  'roles' | 'rateLimit' | 'session' | 'heavy' | 'limits' | 'trustProxy' | 'query'
> & {
  readonly roles: Known<NonNullable<Settings['roles']>>
  readonly rateLimit: Omit<Known<NonNullable<Settings['rateLimit']>>, 'requestsPerAddress'> & {
    readonly requestsPerAddress?: number
  }
  readonly session: Known<NonNullable<Settings['session']>>
  readonly heavy: Known<NonNullable<Settings['heavy']>>
  readonly limits: Known<Omit<NonNullable<Settings['limits']>, keyof typeof UNLIMITED>> &
    Partial<Record<keyof typeof UNLIMITED, number>>
  readonly trustProxy?: Settings['trustProxy']
  readonly query?: boolean
}

const GROUPS = ['roles', 'rateLimit', 'session', 'heavy', 'limits'] as const

const validate = new Ajv({ allErrors: true, useDefaults: true, strict: false }).compile<CompleteSettings>(SETTINGS)

/**
 * Checks settings against their schema, and fills in defaults.
 *
 * @throws Error naming the setting that cannot be used.
 */
export const readSettings = (given: unknown = {}): CompleteSettings => {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new Error('Setting dba must be an object')
  const settings = { ...Object.fromEntries(GROUPS.map((name) => [name, {}])), ...(read(given, SETTINGS) as object) }
  if (validate(settings)) return settings
  throw new Error(problem(validate.errors?.[0]))
}

/** A copy, in which numbers, `true` and `false` that came as text, from the environment, are what they stand for. */
const read = (value: unknown, schema: TSchema | undefined): unknown => {
  if (typeof value === 'string') {
    if (/^\d{1,15}$/.test(value) && allows(schema, 'integer')) return Number(value)
    return BOOLEANS.has(value) && allows(schema, 'boolean') ? BOOLEANS.get(value) : value
  }
  const properties = schema?.['properties'] as Record<string, TSchema> | undefined
  if (properties === undefined || typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) => (item === undefined ? [] : [[name, read(item, properties[name])]])),
  )
}

const BOOLEANS = new Map([
  ['true', true],
  ['false', false],
])

const allows = (schema: TSchema | undefined, type: string): boolean =>
  [schema, ...((schema?.['anyOf'] as TSchema[] | undefined) ?? [])].some((each) => each?.['type'] === type)

const problem = (error: ErrorObject | undefined): string => {
  if (!error) return 'Settings under dba cannot be used'
  const name = `dba${error.instancePath.replaceAll('/', '.')}`
  if (error.keyword === 'additionalProperties')
    return `Setting ${name}.${String(error.params['additionalProperty'])} is not known`
  if (error.keyword === 'pattern') return `Setting ${name} must be a path such as '/api/v1'`
  return `Setting ${name} ${error.message ?? 'is not valid'}`
}
