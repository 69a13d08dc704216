/** One option of a query string, decoded. */
export interface QueryOption {
  readonly name: string
  readonly value: string
}

// Browsers and HTTP libraries send spaces as +. The + of a time zone is the only other one that OData has unescaped.
const PLUS = /(T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?\+/g

const decode = (raw: string): string =>
  decodeURIComponent(raw.replace(PLUS, (_, time?: string) => (time ? `${time}%2B` : ' ')))

/**
 * Splits a query string (without its `?`) into decoded options, in their order.
 *
 * @throws URIError for malformed percent-encoding
 */
export const parseQueryString = (query: string): QueryOption[] =>
  query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=')
      return at < 0
        ? { name: decode(pair), value: '' }
        : { name: decode(pair.slice(0, at)), value: decode(pair.slice(at + 1)) }
    })

/** The value of the first option of that name. */
export const valueOf = (options: readonly QueryOption[], name: string): string | undefined =>
  options.find((option) => option.name === name)?.value

/** Joins options into a query string that parseQueryString reads as the same options. */
export const printQueryString = (options: readonly QueryOption[]): string =>
  options.map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
