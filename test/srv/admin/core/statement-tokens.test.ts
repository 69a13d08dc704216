import fc from 'fast-check'
import { splitStatement } from '../../../../srv/admin/core/statement-text.ts'
import { anyCharacter } from '../../../support/any-character.ts'

const ENGINES = ['postgres', 'hana', 'sqlite']

test('all parts together are the text', () => {
  const part = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 5 }),
    fc.constantFrom("'", '"', '$$', '$a$', '/*', '*/', '--', '\n', "E'", "U&'", '\\', '[', ']', '`', '1', 'a', '#'),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 20 }), fc.constantFrom(...ENGINES), (parts, engine) => {
      const sql = parts.join('')
      expect(
        splitStatement(sql, engine)
          .map(({ text }) => text)
          .join(''),
      ).toBe(sql)
    }),
  )
})

test.each([
  ['postgres', `a$$b /* /* */ */ $x$ ' $x$ E'\\'' "n""m"`, ['a$$b', `$x$ ' $x$`, `E'\\''`, '"n""m"']],
  ['hana', `a#b /* /* */ 'x'`, ['a#b', `'x'`]],
  ['sqlite', "[a'b] `c``d` $$", ["[a'b]", '`c``d`', '$', '$']],
])('%s: %s', (engine, sql, expected) => {
  const kept = splitStatement(sql, engine).filter(({ type }) => type !== 'space' && type !== 'comment')
  expect(kept.map(({ text }) => text)).toEqual(expected)
})
