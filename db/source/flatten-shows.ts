import { inspect } from 'node:util'
import type { Item, Sources } from './read-sources.ts'
import type { Table } from './table-model.ts'

/**
 * Turns shows with seasons of episodes into plain items of `Show` and `Episode`, numbered as they are listed.
 *
 * @param table of episodes.
 */
export function flattenShows(sources: Sources, table: Table): { shows: Item[]; episodes: Item[] } {
  const elements = new Set([...table.columns, ...table.collections.keys(), ...table.references.keys()])
  const films = new Map(sources.items['Film']?.map((film) => [film['title'], film]))
  const shows: Item[] = []
  const episodes: Item[] = []
  for (const { seasons, ...show } of sources.shows) {
    shows.push(show)
    for (const season of seasons) {
      for (const [index, episode] of season.episodes.entries()) {
        episodes.push({
          show: show.title,
          season_number: season.number,
          episode_number: String(index + 1),
          ...completeFromFilm(episode, films, elements),
        })
      }
    }
  }
  return { shows, episodes }
}

/** An episode that is a film takes from it whatever episodes have and it does not say itself. */
function completeFromFilm(
  { film: filmTitle, ...episode }: Item,
  films: ReadonlyMap<unknown, Item>,
  elements: ReadonlySet<string>,
): Item {
  if (filmTitle === undefined) return episode
  const film = films.get(filmTitle)
  if (!film) throw new Error(`Episode: unknown film ${inspect(filmTitle)}`)
  const shared = Object.entries(film).flatMap(([key, value]) => {
    const episodeKey = key === 'release_date' ? 'air_date' : key
    return elements.has(episodeKey) ? [[episodeKey, value] as const] : []
  })
  return { ...Object.fromEntries(shared), ...episode }
}
