import { colourOf } from './colour-of.ts'
import { hash } from './hash.ts'
import { initials } from './initials.ts'
import type { Facts } from './read-facts.ts'
import { disc, svg, words } from './svg.ts'

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
