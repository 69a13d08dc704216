// What is counted, from what the services group: names with their numbers, those without a name at the end.

/** Numbers by name, summed up. @param {[string | undefined, number][]} pairs */
const sum = (pairs) => {
  const sums = new Map()
  for (const [name, number] of pairs) sums.set(name, (sums.get(name) ?? 0) + number)
  return sums
}

const yearOf = (date) => date?.slice(0, 4) ?? undefined

const unknownLast = (compare) => (one, other) =>
  (one.name === undefined) - (other.name === undefined) || compare(one, other)

const inOrder = unknownLast((one, other) => (one.name < other.name ? -1 : 1))
const mostFirst = unknownLast((one, other) => other.number - one.number || inOrder(one, other))

const rowsOf = (sums) => [...sums].map(([name, number]) => ({ name, number }))

/** Episodes of each year. @param groups of dates: `{ air_date, number }` */
export const byYear = (groups) =>
  rowsOf(sum(groups.map((group) => [yearOf(group.air_date), group.number]))).sort(inOrder)

/** Planets of each climate. @param groups of texts that list climates: `{ climate: 'arid, hot', number }` */
export const byClimate = (groups) => {
  const climatesOf = (text) => (text ? [...new Set(text.split(',').map((climate) => climate.trim()))] : [undefined])
  const pairs = groups.flatMap(({ climate, number }) => climatesOf(climate).map((one) => [one, number]))
  return rowsOf(sum(pairs)).sort(mostFirst)
}

/** Characters in the films of each year, and the films. @param counts of characters: `{ film_ID, number }` */
export const filmsByYear = (films, counts) => {
  const characters = new Map(counts.map((count) => [count.film_ID, count.number]))
  const sums = sum(films.map((film) => [yearOf(film.release_date), characters.get(film.ID) ?? 0]))
  const partOf = ({ ID, title }) => ({ title, path: `/films/#/Film(ID=${ID},IsActiveEntity=true)` })
  const filmsOf = (year) => films.filter((film) => yearOf(film.release_date) === year)
  return rowsOf(sums)
    .map((row) => ({ ...row, parts: filmsOf(row.name).map(partOf) }))
    .sort(inOrder)
}
