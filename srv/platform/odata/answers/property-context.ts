import { type Element, entitiesAlong, type Query, type Segment, type ServedService } from '../../cap/odata.ts'
import { keyLiteral } from '../urls/canonical-path.ts'

const valuesIn = (segment: string | Segment): ReadonlyMap<string, unknown> => {
  const where = typeof segment === 'string' ? [] : (segment.where ?? [])
  return new Map(
    where.flatMap((token, index) => {
      const value = where[index + 2]
      const name = typeof token === 'object' ? token.ref?.join('_') : undefined
      return name !== undefined && typeof value === 'object' && 'val' in value ? [[name, value.val] as const] : []
    }),
  )
}

/** Puts another key predicate in the place of the given one. */
const withKey = (context: string, keyOf: (given: string) => string): string => {
  const [start, end] = [context.indexOf('('), context.lastIndexOf(')/')]
  if (start < 0 || end < start) return context
  return `${context.slice(0, start)}(${keyOf(context.slice(start + 1, end))})${context.slice(end + 1)}`
}

/**
 * The context of a property with the key of its record as a URL has it: CAP leaves out the quotes.
 *
 * @see OData JSON Format, "Context URL", property value: `#People('x')/name`
 */
export function propertyContext(context: string, query: Query, service: ServedService): string {
  const [segment, entity] = [...entitiesAlong(query, service)].at(-1) ?? []
  if (!segment || !entity) return context
  const keys = Object.values(entity.keys ?? {}).filter((key) => !key.isAssociation)
  const values = valuesIn(segment)
  const literal = (key: Element): string => keyLiteral(values.get(key.name), key)
  const [first, ...more] = keys
  if (!first) return context
  if (keys.some(({ name }) => !values.has(name)))
    // A single key CAP has from the record where the path does not tell it.
    return more.length ? context : withKey(context, (value) => keyLiteral(value, first))
  const predicate = more.length ? keys.map((key) => `${key.name}=${literal(key)}`).join(',') : literal(first)
  return withKey(context, () => predicate)
}
