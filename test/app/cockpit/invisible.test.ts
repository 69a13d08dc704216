/** What cannot be seen in a text is marked, and the text stays what it is. */
import fc from 'fast-check'
import { markInvisible } from '../../../app/cockpit/src/parts/invisible.ts'
import { anyCharacter } from '../../support/any-character.ts'

const marksOf = (text: string, blanks?: Parameters<typeof markInvisible>[1]): string =>
  markInvisible(text, blanks)
    .map(({ text: part, mark }) => (mark === undefined ? part : `[${mark}]`))
    .join('')

test.each([
  ['DE', 'DE'],
  [' DE', '[·]DE'],
  ['DE  ', 'DE[·][·]'],
  ['New York', 'New York'],
  ['New  York', 'New[·][·]York'],
  ['a\tb', 'a[⇥]b'],
  ['a\r\nb', 'a[U+000D][↵]b'],
  ['a\u00A0b\u200B\uFEFF', 'a[U+00A0]b[U+200B][U+FEFF]'],
  ['👩\u200D🚀', '👩\u200D🚀'],
  ['a\u200Db', 'a[U+200D]b'],
])('%j', (text, marked) => {
  expect(marksOf(text)).toBe(marked)
})

test('parts of a text have no edges of their own', () => {
  expect(['start', 'end', 'inside', 'all'].map((blanks) => marksOf(' a b ', blanks as 'start'))).toEqual([
    '[·]a b ',
    ' a b[·]',
    ' a b ',
    '[·]a[·]b[·]',
  ])
})

test('nothing is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), fc.constantFrom('edges', 'all', 'inside'), (text, blanks) => {
      expect(
        markInvisible(text, blanks as 'edges')
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text)
    }),
  )
})
