import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { MAX_TIMEOUT_SECONDS } from '../config.ts'
import { nearNames } from '../core/identifiers.ts'
import { AdminError, type ErrorCode } from '../core/errors.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * The same schema, in which no member is required that has a default: whoever leaves it out gets that.
 *
 * @param schema JSON schema, with whatever marks a library has put into it.
 */
const optionalDefaults = <Schema>(schema: Schema): Schema => {
  if (Array.isArray(schema)) return schema.map((item: unknown) => optionalDefaults(item)) as Schema
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(
    Reflect.ownKeys(schema).map((key) => [key, optionalDefaults((schema as Record<PropertyKey, unknown>)[key])]),
  ) as Record<PropertyKey, unknown>
  const { properties, required } = copy as { properties?: Record<string, { default?: unknown }>; required?: unknown }
  if (properties && Array.isArray(required)) {
    const left = required.filter((name: string) => properties[name]?.default === undefined)
    if (left.length > 0) copy['required'] = left
    else delete copy['required']
  }
  return copy as Schema
}

/** Checks and completes the input of an endpoint. */
export type InputValidator = (input: Readonly<Record<string, unknown>>) => Record<string, unknown>

const ajv = new Ajv({
  allErrors: true,
  verbose: true,
  useDefaults: true,
  allowUnionTypes: true,
  validateFormats: false,
})
/** On a field of the input: the code that is told when something inside of it is missing or not valid. */
ajv.addVocabulary(['x-error-code'])

/** Added to the body of every operation. */
export const TIMEOUT = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: MAX_TIMEOUT_SECONDS,
    description: 'Seconds after which the operation is ended and undone',
  }),
)

/** The schema of an endpoint's input as it is published and checked: nothing else may be sent. */
export const closedSchema = (input: TObject, withTimeout: boolean): TObject =>
  optionalDefaults(
    Type.Object(
      { ...input.properties, ...(withTimeout && { timeout: TIMEOUT }) },
      { ...(input.description !== undefined && { description: input.description }), additionalProperties: false },
    ),
  )

/**
 * @param schema closed, see `closedSchema`.
 * @param isText input comes as text, from a query: numbers and booleans are read from it.
 */
export const createInputValidator = (schema: TObject, isText: boolean): InputValidator => {
  // Compiling takes a tenth of the start of the server for all endpoints together: each one waits for its first request.
  let compiled: ValidateFunction | undefined
  return (input) => {
    const validate = (compiled ??= ajv.compile(schema))
    const given = Object.entries(input).filter(([, value]) => value !== '')
    const values = Object.fromEntries(
      given.map(([name, value]) => [name, isText ? fromText(value, schema.properties[name]) : value]),
    )
    if (validate(values)) return values
    throw toAdminError(validate.errors ?? [], schema)
  }
}

const validators = new WeakMap<Endpoint, InputValidator>()

/** The one validator of an endpoint, whichever way its input comes. */
export const inputValidatorOf = (endpoint: Endpoint): InputValidator => {
  const isJson = endpoint.body === 'json'
  const validate = validators.get(endpoint) ?? createInputValidator(closedSchema(endpoint.input, isJson), !isJson)
  validators.set(endpoint, validate)
  return validate
}

const fromText = (value: unknown, schema: TSchema | undefined): unknown => {
  if (typeof value !== 'string' || schema === undefined) return value
  const type: unknown = schema['type']
  if (type === 'boolean' && /^(?:true|false)$/.test(value)) return value === 'true'
  if (type === 'integer' && /^[+-]?\d{1,15}$/.test(value)) return Number(value)
  if (type === 'number' && /^[+-]?\d{1,15}(?:\.\d{1,15})?$/.test(value)) return Number(value)
  return value
}

/** The one problem worth telling: an unknown field explains a missing one, and the deepest place is the nearest. */
const toAdminError = (errors: readonly ErrorObject[], schema: TObject): AdminError => {
  const codeOf = (error: ErrorObject | undefined, otherwise: ErrorCode): ErrorCode => {
    const [, field = '', ...inside] = error?.instancePath.split('/') ?? []
    return inside.length === 0
      ? otherwise
      : ((schema.properties[field]?.['x-error-code'] as ErrorCode | undefined) ?? otherwise)
  }
  const top = errors.filter((error) => error.instancePath === '')
  // Spread into arguments, as many as a body may cause would be too many.
  const depth = errors.reduce((most, error) => Math.max(most, depthOf(error)), 0)
  const deepest = errors.filter((error) => depthOf(error) === depth)
  for (const candidates of [top, deepest]) {
    const unknown = candidates.find((error) => error.keyword === 'additionalProperties')
    if (unknown) return unknownField(unknown)
    const missing = candidates.find((error) => error.keyword === 'required')
    if (missing)
      return new AdminError(
        codeOf(missing, 'MISSING_PARAMETER'),
        `'${fieldOf(missing, missing.params['missingProperty'] as string)}' is required`,
      )
  }
  return new AdminError(codeOf(deepest[0], 'INVALID_PARAMETER'), invalid(deepest))
}

const depthOf = (error: ErrorObject): number => error.instancePath.split('/').length

const unknownField = (error: ErrorObject): AdminError => {
  const name = String(error.params['additionalProperty']).slice(0, 64)
  const known = Object.keys((error.parentSchema?.['properties'] ?? {}) as object)
  const near = nearNames(name, known).map((item) => `'${item}'`)
  const hint = near.length > 0 ? `; did you mean ${near.join(', ')}?` : ''
  return new AdminError('UNKNOWN_FIELD', `'${fieldOf(error, name)}' is not known${hint}`)
}

const invalid = (errors: readonly ErrorObject[]): string => {
  const [first] = errors
  if (!first) return 'The input is not valid'
  const field = `'${fieldOf(first)}'`
  const allowed = errors.flatMap((error) =>
    error.keyword === 'const'
      ? [error.params['allowedValue'] as unknown]
      : error.keyword === 'enum'
        ? (error.params['allowedValues'] as unknown[])
        : [],
  )
  if (allowed.length > 0) return `${field} must be ${alternatives(allowed.map(String))}`
  const types = errors.flatMap((error) => (error.keyword === 'type' ? [String(error.params['type'])] : []))
  if (types.length > 0) return `${field} must be ${alternatives([...new Set(types)])}`
  return `${field} ${first.message ?? 'is not valid'}`
}

const alternatives = (items: readonly string[]): string =>
  items.length === 1 ? String(items[0]) : `${items.slice(0, -1).join(', ')} or ${String(items.at(-1))}`

/** Path of a field as programs write it: `rules[0].column`. */
const fieldOf = (error: ErrorObject, property?: string): string => {
  const path = [...error.instancePath.split('/').slice(1), ...(property === undefined ? [] : [property])]
  return path.map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : index === 0 ? part : `.${part}`)).join('')
}
