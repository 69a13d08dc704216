/** A square picture of 96 × 96 units. What it is made of must not be taken from a request as it is. */
export const svg = (background: string, ...parts: readonly string[]): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="224" height="224">` +
  `<rect width="96" height="96" fill="${background}"/>${parts.join('')}</svg>`

/** Letters or digits in the middle of a picture. */
export const words = (text: string, { y, size, colour }: { y: number; size: number; colour: string }): string =>
  `<text x="48" y="${y}" font-family="system-ui,sans-serif" font-size="${size}" font-weight="700" ` +
  `text-anchor="middle" fill="${colour}">${text}</text>`

export const disc = (x: number, y: number, radius: number, colour: string): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"/>`

/**
 * A number for a text, from 0 to 2^32 - 1 and the same forever: FNV-1a over its UTF-16 units, and its bits mixed, so that
 * texts that are nearly the same are far from each other.
 */
export const hash = (text: string): number => {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  value = Math.imul(value ^ (value >>> 16), 0x7feb352d)
  value = Math.imul(value ^ (value >>> 15), 0x846ca68b)
  return (value ^ (value >>> 16)) >>> 0
}

const WORD = /[\p{L}\p{N}]/u

/** The first letters of the first and the last word of a name: letters and digits alone, so that they may stand in a picture. */
export const initials = (name: string): string => {
  const letters = name.split(' ').flatMap((word) => WORD.exec(word) ?? [])
  const ends = letters.length > 1 ? [letters.at(0), letters.at(-1)] : letters
  return ends.join('').toUpperCase()
}

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
