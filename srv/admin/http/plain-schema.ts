import type { Json, JsonObject } from '../operations/operation.ts'
import { describeMember } from './glossary.ts'

/**
 * A schema as documents have it: plain JSON without the library's own marks, words to choose from as `enum`, and each member with a
 * description, its own or that of the glossary.
 */
export const plainSchema = (schema: unknown): Json => rewrite(JSON.parse(JSON.stringify(schema)) as Json)

const rewrite = (schema: Json): Json => {
  if (Array.isArray(schema)) return schema.map((item: Json) => rewrite(item))
  if (!isObject(schema)) return schema
  const { anyOf, properties, ...rest } = schema
  const others = Object.fromEntries(
    Object.entries(rest).map(([name, value]) => [
      name,
      name === 'default' || value === undefined ? value : rewrite(value),
    ]),
  )
  return {
    ...others,
    ...(isObject(properties) && { properties: described(properties) }),
    ...(Array.isArray(anyOf) && choice(anyOf as readonly Json[])),
  }
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const described = (properties: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(properties).map(([name, member]) => {
      const plain = rewrite(member ?? {})
      const description = describeMember(name)
      const isDescribed = !isObject(plain) || plain['description'] !== undefined || description === undefined
      return [name, isDescribed ? plain : { description, ...plain }]
    }),
  )

/** Constants of one type become an `enum`. */
const choice = (options: readonly Json[]): JsonObject => {
  const words = options.map((option) => (isObject(option) ? option['const'] : undefined))
  return words.every((word) => typeof word === 'string')
    ? { type: 'string', enum: words }
    : { anyOf: options.map(rewrite) }
}
