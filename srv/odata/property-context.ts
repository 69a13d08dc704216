import { entitiesAlong } from './cap.ts'
import { keyLiteral } from './location.ts'
import type { Element, Query, Segment, ServedService } from './cap.ts'

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

/** `(x)` of a single key, which CAP has from the record where the path does not tell it. */
const KEY = /\((.*)\)(?=\/[^/]*$)/s

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
    return more.length ? context : context.replace(KEY, (_, value: string) => `(${keyLiteral(value, first)})`)
  const predicate = more.length ? keys.map((key) => `${key.name}=${literal(key)}`).join(',') : literal(first)
  return context.replace(KEY, () => `(${predicate})`)
}
