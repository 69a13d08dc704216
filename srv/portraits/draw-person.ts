import { hash } from './hash.ts'
import { initials } from './initials.ts'
import type { Facts } from './read-facts.ts'
import { disc, svg, words } from './svg.ts'

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
