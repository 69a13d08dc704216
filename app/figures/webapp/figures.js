/* global URLSearchParams, document, session */
// Tables whose numbers are bars as well: read by everybody, by screen readers and on phones, and a chart at a glance.
import { byClimate, byYear, filmsByYear } from './count.js'

const FILM = '/odata/v4/SagaFilm'
const EPISODE = '/odata/v4/SagaEpisode'
const SVG = 'http://www.w3.org/2000/svg'
const format = new Intl.NumberFormat(document.documentElement.lang)

class Refused extends Error {}

const read = async (path, query) => {
  const answer = await session.fetch(`${path}?${new URLSearchParams(query)}`)
  if (answer.status === 401 || answer.status === 403) throw new Refused()
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return (await answer.json()).value
}

/** The rows of each figure: its name, its number, and what it is made of, each with where it leads. */
const FIGURES = {
  films: async () =>
    filmsByYear(
      await read(`${FILM}/Film`, { $select: 'ID,title,release_date' }),
      await read(`${FILM}/Film2People`, { $apply: 'groupby((film_ID),aggregate($count as number))' }),
    ),
  climates: async () =>
    byClimate(await read(`${FILM}/Planet`, { $apply: 'groupby((climate),aggregate($count as number))' })),
  episodes: async () =>
    byYear(await read(`${EPISODE}/Episodes`, { $apply: 'groupby((air_date),aggregate($count as number))' })),
}

const element = (tag, ...content) => {
  const made = document.createElement(tag)
  made.append(...content)
  return made
}

const linkTo = ({ title, path }) => {
  const link = element('a', title)
  link.href = path
  return link
}

/** A bar as long as its share of the longest one; what has no name has none, and says nothing about the others. */
const bar = (share) => {
  const svg = document.createElementNS(SVG, 'svg')
  svg.setAttribute('aria-hidden', 'true')
  const rectangle = document.createElementNS(SVG, 'rect')
  rectangle.setAttribute('width', `${100 * share}%`)
  rectangle.setAttribute('height', '100%')
  rectangle.setAttribute('rx', '3')
  svg.append(rectangle)
  return svg
}

const draw = (table, rows) => {
  const longest = Math.max(1, ...rows.map(({ name, number }) => (name === undefined ? 0 : number)))
  const lines = rows.map(({ name, parts, number }) => {
    const head = element('th', name ?? table.dataset.unknown)
    head.scope = 'row'
    const cells =
      parts === undefined ? [] : [element('td', element('ul', ...parts.map((one) => element('li', linkTo(one)))))]
    const value = element('div', bar(name === undefined ? 0 : number / longest), element('span', format.format(number)))
    const line = element('tr', head, ...cells, element('td', value))
    line.classList.toggle('unknown', name === undefined)
    return line
  })
  table.tBodies[0].replaceChildren(...lines)
}

const show = async (table) => {
  const section = table.closest('section')
  try {
    draw(table, await FIGURES[table.dataset.figure]())
  } catch (error) {
    section.hidden = true
    document.querySelector(`[data-problem=${error instanceof Refused ? 'login' : 'server'}]`).hidden = false
  }
  section.setAttribute('aria-busy', 'false')
}

await Promise.all([...document.querySelectorAll('[data-figure]')].map(show))
