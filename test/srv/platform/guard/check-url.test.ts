import fc from 'fast-check'
import { checkUrl } from '../../../../srv/platform/guard/refuse-hostile.ts'
import { Refusal } from '../../../../srv/platform/guard/error-answer.ts'
import { anyCharacter } from '../../../support/any-character.ts'
import { runs } from '../../../support/long.ts'

const LENGTH = 100
const outcome = (url: string): unknown => {
  try {
    return checkUrl(url, LENGTH)
  } catch (error) {
    return (error as Refusal).code
  }
}

test.each([
  ['/odata/v4/SagaFilm/Film?$filter=title eq %27a%0Ab%27', "/odata/v4/SagaFilm/Film?$filter=title eq 'a\nb'"],
  ["/odata/v4/-data/Data('constructor')", "/odata/v4/-data/Data('constructor')"],
  ['/a?b=__proto__', '/a?b=__proto__'],
  ['/a/constructors', '/a/constructors'],
])('%s is let through, decoded', (url, decoded) => {
  expect(outcome(url)).toBe(decoded)
})

test.each([
  ['/%', 'INVALID_URL'],
  ['/%zz', 'INVALID_URL'],
  ['/%ff', 'INVALID_URL'],
  ['/%ed%a0%80', 'INVALID_URL'],
  ['/a?b=%', 'INVALID_URL'],
  ['/%00', 'INVALID_CHARACTERS'],
  ['/a?b=%1b[31m', 'INVALID_CHARACTERS'],
  ['/__proto__', 'NOT_FOUND'],
  ['/%5f_proto__', 'NOT_FOUND'],
  ['/a/constructor?b', 'NOT_FOUND'],
  ["/a/prototype('x')/b", 'NOT_FOUND'],
  [`/${'a'.repeat(LENGTH)}`, 'URL_TOO_LONG'],
])('%s is refused as %s', (url, code) => {
  expect(outcome(url)).toBe(code)
})

test('nothing is thrown but refusals, whatever the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 2 * LENGTH }), (url) => {
      try {
        checkUrl(url, LENGTH)
      } catch (error) {
        expect(error).toBeInstanceOf(Refusal)
      }
    }),
    { numRuns: runs(20, 100) },
  )
})
