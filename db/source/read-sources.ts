import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

/** One item of a source file: text, a list of names, or text by key, by element. Nothing is a number or a date yet. */
export type Item = Record<string, string | string[] | Record<string, string>>

/** The words for what people live by: those of scoundrels, and all others. */
export interface Occupations {
  scoundrel: string[]
  other: string[]
}

/** One show as it is written: its seasons hold its episodes; its other keys are elements of `Show`. */
export interface ShowSource {
  title: string
  seasons: { number: string; episodes: Item[] }[]
}

/** Everything that is written in this folder. */
export interface Sources {
  /** Items by name of their entity. */
  items: Record<string, Item[]>
  shows: ShowSource[]
  /** Keys of what values of people may name as their source. */
  references: string[]
  occupations: Occupations
}

/** Which entity the items of a file belong to; a table may be spread over two files. */
const ENTITIES: Record<string, string> = {
  'films.yaml': 'Film',
  'people.yaml': 'People',
  'planets.yaml': 'Planet',
  'species.yaml': 'Species',
  'starships.yaml': 'Starship',
  'vehicles.yaml': 'Vehicle',
  'show-people.yaml': 'People',
  'show-planets.yaml': 'Planet',
  'show-species.yaml': 'Species',
  'show-starships.yaml': 'Starship',
  'show-vehicles.yaml': 'Vehicle',
}
const SHOWS_FILE = 'shows.yaml'
const REFERENCES_FILE = 'references.yaml'
const OCCUPATIONS_FILE = 'occupations.yaml'
const OTHER_FILES = [SHOWS_FILE, REFERENCES_FILE, OCCUPATIONS_FILE]

/** Reads all source files of a folder. */
export function readSources(folder: string): Sources {
  const sources: Sources = {
    items: {},
    shows: [],
    references: (readList(folder, REFERENCES_FILE) as { key: string }[]).map(({ key }) => key),
    occupations: readFile(folder, OCCUPATIONS_FILE) as Occupations,
  }
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'))
  const unknownFile = files.find((file) => !OTHER_FILES.includes(file) && !(file in ENTITIES))
  if (unknownFile !== undefined) throw new Error(`${unknownFile}: no entity is read from a file of this name`)
  for (const [file, entity] of Object.entries(ENTITIES)) {
    if (!files.includes(file)) continue
    const items = (sources.items[entity] ??= [])
    items.push(...(readList(folder, file) as Item[]))
  }
  if (files.includes(SHOWS_FILE)) sources.shows = readList(folder, SHOWS_FILE) as ShowSource[]
  return sources
}

function readFile(folder: string, file: string): unknown {
  // The failsafe schema leaves `2.0` and `1977-05-25` the text they are.
  return parse(readFileSync(join(folder, file), 'utf8'), { schema: 'failsafe' })
}

function readList(folder: string, file: string): unknown[] {
  const content = readFile(folder, file)
  if (!Array.isArray(content)) throw new Error(`${file}: must be a list of items`)
  return content
}
