import { hash } from './hash.ts'
import type { Facts } from './read-facts.ts'
import { disc, svg } from './svg.ts'

/** How a kind of land looks from above: what most of it is, and what lies in it. */
interface Ground {
  readonly base: string
  readonly spots: string
}

const GROUNDS: readonly (readonly [words: RegExp, ground: Ground])[] = [
  [/lava|volcan|ash|superheated/, { base: '#5a2018', spots: '#e0662b' }],
  [/gas giant|cloudsea/, { base: '#c9a27a', spots: '#e9d4b4' }],
  [/ice|glacier|tundra|frozen|frigid|arctic/, { base: '#dbeaf2', spots: '#9cc3d8' }],
  [/ocean|sea|lake|reef|beach/, { base: '#2f6fa8', spots: '#7fae6a' }],
  [/city|urban/, { base: '#6d7480', spots: '#e8c76a' }],
  [/swamp|bog|murky/, { base: '#56633a', spots: '#7c8a4c' }],
  [/forest|jungle|grass|verdant|savann|plain|field/, { base: '#4c8a4a', spots: '#2f6a3c' }],
  [/desert|mesa|arid|hot|scrub|salt/, { base: '#d3a565', spots: '#b98245' }],
  [/rock|mountain|barren|canyon|cave|mine|asteroid/, { base: '#8f8275', spots: '#6b5f54' }],
]
const UNKNOWN: Ground = { base: '#9aa6b2', spots: '#7d8994' }

/** The ground of a planet: that of the first word of its terrain, else of its climate, that says one. */
const groundOf = (terrain: string, climate: string): Ground => {
  for (const word of [...terrain.split(','), ...climate.split(',')]) {
    const found = GROUNDS.find(([words]) => words.test(word))
    if (found !== undefined) return found[1]
  }
  return UNKNOWN
}

/** Diameters in km between which discs grow, and their radii. */
const SMALLEST = 4_000
const LARGEST = 120_000
const USUAL = 12_000
const RADII = [22, 40] as const

const radiusOf = (diameter: number): number => {
  const known = Math.min(Math.max(diameter || USUAL, SMALLEST), LARGEST)
  const share = Math.log(known / SMALLEST) / Math.log(LARGEST / SMALLEST)
  return Math.round(RADII[0] + share * (RADII[1] - RADII[0]))
}

/** A planet before its sky: as large as its diameter says, of its ground, with land and stars where its name puts them. */
export const drawPlanet = (facts: Facts): string => {
  const seed = hash(facts('name'))
  const at = (turn: number, span: number): number => hash(`${seed} ${turn}`) % span
  const { base, spots } = groundOf(facts('terrain').toLowerCase(), facts('climate').toLowerCase())
  const radius = radiusOf(Number(facts('diameter')))
  const stars = Array.from({ length: 14 }, (_, i) =>
    disc(at(i, 96), at(i + 50, 96), i % 3 === 0 ? 0.9 : 0.5, '#ffffff'),
  )
  const land = Array.from({ length: 6 }, (_, i) => {
    const [x, y] = [48 - radius + at(i + 100, 2 * radius), 48 - radius + at(i + 150, 2 * radius)]
    return `<ellipse cx="${x}" cy="${y}" rx="${5 + at(i + 200, 9)}" ry="${2 + at(i + 250, 4)}" fill="${spots}"/>`
  })
  const shape = `<circle cx="48" cy="48" r="${radius}"/>`
  return svg(
    '#101a2b',
    `<defs><clipPath id="disc">${shape}</clipPath><radialGradient id="light" cx=".35" cy=".3" r=".8">` +
      `<stop offset="0" stop-color="#fff" stop-opacity=".35"/><stop offset=".55" stop-color="#fff" stop-opacity="0"/>` +
      `<stop offset="1" stop-color="#000" stop-opacity=".6"/></radialGradient></defs>`,
    ...stars,
    `<g clip-path="url(#disc)">${disc(48, 48, radius, base)}${land.join('')}${disc(48, 48, radius, 'url(#light)')}</g>`,
  )
}
