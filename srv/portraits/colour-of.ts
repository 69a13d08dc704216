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
export const colourOf = (text: string): string | undefined =>
  text
    .toLowerCase()
    .split(/[^a-z]/)
    .map((word) => COLOURS.get(word))
    .find((colour) => colour !== undefined)
