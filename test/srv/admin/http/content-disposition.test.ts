import fc from 'fast-check'
import { contentDisposition } from '../../../../srv/admin/http/send-result.ts'
import { anyCharacter } from '../../../support/any-character.ts'

test('a plain name is told as it is', () => {
  expect(contentDisposition('Film.csv')).toBe(`attachment; filename="Film.csv"; filename*=UTF-8''Film.csv`)
})

test('names with quotes, paths and other scripts are made safe and stay readable', () => {
  expect(contentDisposition('../a"b\\c/Ä%1.csv')).toBe(
    `attachment; filename="_a_b_c___1.csv"; filename*=UTF-8''_a_b_c_%C3%84%251.csv`,
  )
  expect(contentDisposition('...')).toBe(`attachment; filename="download"; filename*=UTF-8''download`)
})

test('no name breaks out of the header or names another directory', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 300 }), (name) => {
      const match = /^attachment; filename="([\x20-\x7e]*)"; filename\*=UTF-8''([\w.!#$&+^`|~%-]*)$/.exec(
        contentDisposition(name),
      )
      expect(match).not.toBeNull()
      const [, plain = '', encoded = ''] = match ?? []
      expect(plain).not.toMatch(/["\\/%]/)
      expect(decodeURIComponent(encoded)).not.toMatch(/[/\\]|^\./)
      expect(plain).not.toBe('')
    }),
  )
})
