/**
 * The same schema, in which no member is required that has a default: whoever leaves it out gets that.
 *
 * @param schema JSON schema, with whatever marks a library has put into it.
 */
export const optionalDefaults = <Schema>(schema: Schema): Schema => {
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
