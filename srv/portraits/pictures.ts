import { hash, initials, disc, svg, words, type Facts } from './svg.ts'

/** The colours that people and planets have, by their words. */
const COLOURS: ReadonlyMap<string, string> = new Map([
  ['auburn', '#7b3f22'],
  ['black', '#26221f'],
  ['blond', '#e6c877'],
  ['blonde', '#e6c877'],
  ['blue', '#3d7fc4'],
  ['brown', '#6b4429'],
  ['dark', '#5d3b26'],
  ['fair', '#f2cfb0'],
  ['gold', '#d9a92f'],
  ['gray', '#8d9499'],
  ['green', '#5d9a4c'],
  ['grey', '#8d9499'],
  ['hazel', '#8a6b3b'],
  ['light', '#f0c8a4'],
  ['metal', '#a9b4bd'],
  ['orange', '#e08a3c'],
  ['pale', '#eee0d6'],
  ['pink', '#e29ab0'],
  ['purple', '#7d549b'],
  ['red', '#b9402f'],
  ['silver', '#b8c2ca'],
  ['tan', '#c99a6b'],
  ['white', '#f1f1ee'],
  ['yellow', '#e8c53d'],
])

/** The first colour that is named in a text such as `green-tan, brown`; undefined where there is none. */
const colourOf = (text: string): string | undefined =>
  text
    .toLowerCase()
    .split(/[^a-z]/)
    .map((word) => COLOURS.get(word))
    .find((colour) => colour !== undefined)

const UNKNOWN_EYES = '#2b2b2b'

/** Somebody by name, skin, hair and eyes; by the initials where nothing is known of the looks. */
export const drawPerson = (facts: Facts): string => {
  const [name, skin, hair, eyes] = [facts('name'), facts('skin'), facts('hair'), facts('eyes')]
  const hue = hash(name) % 360
  const dress = `hsl(${hue} 35% 32%)`
  const background = `hsl(${hue} 45% 88%)`
  const face = colourOf(skin)
  if (face === undefined) return svg(background, words(initials(name), { y: 60, size: 36, colour: dress }))
  const onHead = colourOf(hair)
  const eye = colourOf(eyes) ?? UNKNOWN_EYES
  return svg(
    background,
    onHead === undefined ? '' : `<ellipse cx="48" cy="40" rx="24" ry="25" fill="${onHead}"/>`,
    `<path d="M10 96c0-20 16-29 38-29s38 9 38 29z" fill="${dress}"/>`,
    `<path d="M40 58h16v12q-8 7-16 0z" fill="${face}"/>`,
    `<ellipse cx="48" cy="45" rx="19" ry="22" fill="${face}"/>`,
    onHead === undefined
      ? ''
      : `<path d="M27 44c0-16 9-25 21-25s21 9 21 25c-5-11-12-15-21-15s-16 4-21 15z" fill="${onHead}"/>`,
    ...[40, 56].map((x) => disc(x, 45, 4, '#ffffff') + disc(x, 45, 2.8, eye) + disc(x, 45, 1.1, '#111111')),
    `<path d="M42 57q6 4 12 0" fill="none" stroke="#00000066" stroke-width="1.5" stroke-linecap="round"/>`,
  )
}

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

const NUMBER = /^[1-9]\d{0,3}$/

/**
 * A poster for a film, a show or an episode: its number, or its initials where it has none. The sky behind is that of its id, so
 * that it stays when its title changes, or of its title where nothing else is said.
 */
export const drawPoster = (facts: Facts): string => {
  const [title, number] = [facts('title'), facts('number')]
  const seed = hash(facts('id') || title)
  const at = (turn: number, span: number): number => hash(`${seed} ${turn}`) % span
  const [hue, other] = [seed % 360, (seed + 40 + at(1, 80)) % 360]
  const text = NUMBER.test(number) ? number : initials(title)
  const stars = Array.from({ length: 24 }, (_, i) => disc(at(i, 96), at(i + 50, 62), i % 4 === 0 ? 1 : 0.5, '#ffffff'))
  return svg(
    'url(#sky)',
    `<defs><linearGradient id="sky" x2="0" y2="1"><stop offset="0" stop-color="hsl(${hue} 55% 12%)"/>` +
      `<stop offset="1" stop-color="hsl(${other} 60% 34%)"/></linearGradient></defs>`,
    ...stars,
    disc(68 + at(99, 12), 18 + at(98, 8), 6 + at(97, 6), `hsl(${other} 60% 62%)`),
    `<path d="M0 78q24-${4 + at(96, 14)} 48-4t48-${at(95, 12)}V96H0z" fill="hsl(${hue} 45% 9%)"/>`,
    words(text, { y: 66, size: text.length > 2 ? 30 : 42, colour: '#ffffff' }),
  )
}
