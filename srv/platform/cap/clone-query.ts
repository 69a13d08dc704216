/**
 * A query as if it had been parsed anew: what a request does to it changes nothing of the original. Concatenations are
 * lists of queries. Of the query itself also what cannot be enumerated is copied; in its parts there is no such thing.
 */
export const cloneQuery = (query: object): object => {
  if (Array.isArray(query)) return query.map(cloneQuery)
  const copy = Object.create(Object.getPrototypeOf(query) as object, Object.getOwnPropertyDescriptors(query)) as Parts
  for (const name of Object.keys(query)) copy[name] = clonePart((query as Parts)[name])
  return copy
}

type Parts = Record<string, unknown>

/** Links into the model stay what they are. */
const clonePart = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(clonePart)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  const copy: Parts = {}
  for (const name of Object.keys(value)) copy[name] = clonePart((value as Parts)[name])
  return copy
}
