import type { Item, Sources } from './read-sources.ts'

/** What each person must name a source for. */
const SOURCED = ['height', 'mass', 'occupations']

/**
 * Turns a person as written into one as stored: takes off where the values come from and the occupations, and says by them who is a
 * scoundrel: whoever ever had an occupation of a scoundrel. Of whom no occupation is known, nothing is said.
 *
 * @throws Error where a value has no source or a source no value, where a source or an occupation is in no list, and where somebody
 * says by hand what is derived.
 */
export function derivePerson(item: Item, { references, occupations: words }: Sources): Item {
  const { sources = {}, occupations, ...person } = item
  const where = `People '${typeof person['name'] === 'string' ? person['name'] : ''}'`
  if (typeof sources === 'string' || Array.isArray(sources)) throw new Error(`${where}: 'sources' must be by key`)
  for (const key of SOURCED) {
    if (key in item && !(key in sources)) throw new Error(`${where}: '${key}' has no source`)
  }
  for (const [key, source] of Object.entries(sources)) {
    if (!SOURCED.includes(key) || !(key in item)) throw new Error(`${where}: a source of '${key}', which is not there`)
    if (!references.includes(source)) throw new Error(`${where}: unknown source '${source}'`)
  }
  if ('scoundrel' in item) throw new Error(`${where}: 'scoundrel' is derived from 'occupations'`)
  if (occupations === undefined) return person
  if (!Array.isArray(occupations) || occupations.length === 0) throw new Error(`${where}: 'occupations' must be a list`)
  const stranger = occupations.find((word) => !words.scoundrel.includes(word) && !words.other.includes(word))
  if (stranger !== undefined) throw new Error(`${where}: unknown occupation '${stranger}'`)
  return { ...person, scoundrel: String(occupations.some((word) => words.scoundrel.includes(word))) }
}
