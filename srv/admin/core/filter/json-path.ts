/** From a JSON value to one within it: names of members, and positions in lists from 0. */
export type JsonPath = readonly (string | number)[]

/** What the value at the end of a path is taken for; NULL where it is something else. */
export type PathKind = 'text' | 'decimal' | 'boolean'

/** Such as `$."a"[0]`, with what JSON escapes escaped: as SQLite reads it. */
export const jsonPathText = (path: JsonPath): string =>
  `$${path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${JSON.stringify(step)}`)).join('')}`
