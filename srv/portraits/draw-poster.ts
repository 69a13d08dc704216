import { hash } from './hash.ts'
import { initials } from './initials.ts'
import type { Facts } from './read-facts.ts'
import { disc, svg, words } from './svg.ts'

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
