/** What an address says of somebody or something: words by their names, none of them longer than a name is. */
export type Facts = (name: string) => string

const LENGTH = 100
const QUOTED = /^'(.*)'$/

/**
 * Reads the facts of an address.
 *
 * @param url of the request. Texts may be quoted as in OData, `'Han Solo'`; `null` is nothing, as pages write it.
 * @returns a function that is empty for what the address does not say.
 */
export const readFacts = (url: string): Facts => {
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1))
  return (name) => {
    const text = (query.get(name) ?? '').slice(0, LENGTH)
    const said = (QUOTED.exec(text)?.[1] ?? text).replaceAll("''", "'")
    return said === 'null' ? '' : said
  }
}
