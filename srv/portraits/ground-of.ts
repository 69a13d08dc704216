/** How a kind of land looks from above: what most of it is, and what lies in it. */
export interface Ground {
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
export const groundOf = (terrain: string, climate: string): Ground => {
  for (const word of [...terrain.split(','), ...climate.split(',')]) {
    const found = GROUNDS.find(([words]) => words.test(word))
    if (found !== undefined) return found[1]
  }
  return UNKNOWN
}
