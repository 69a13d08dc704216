import fc from 'fast-check'
import { BadRequest } from '../../../../srv/platform/odata/protocol/errors.ts'
import { parseQueryString, printQueryString, readOption } from '../../../../srv/platform/odata/url/query.ts'
import { runs } from '../../../support/long.ts'

describe('query strings', () => {
  const option = fc.record({
    name: fc.string({ minLength: 1, unit: 'grapheme' }),
    value: fc.string({ unit: 'grapheme' }),
  })

  test('what is printed is read as the same options', () => {
    fc.assert(
      fc.property(fc.array(option), (options) => {
        const wellFormed = options.filter(({ name, value }) => name.isWellFormed() && value.isWellFormed())
        expect(parseQueryString(printQueryString(wellFormed))).toEqual(wellFormed)
      }),
    )
  })

  test('a plus is a space, except in a time zone; escaped it is a plus', () => {
    expect(parseQueryString('a=b+c&d=x%2By')).toEqual([
      { name: 'a', value: 'b c' },
      { name: 'd', value: 'x+y' },
    ])
    expect(parseQueryString('t=2020-01-01T10:00:00+02:00')).toEqual([{ name: 't', value: '2020-01-01T10:00:00+02:00' }])
  })

  test('an option may have no value', () => {
    expect(parseQueryString('a&b=&&c=1=2')).toEqual([
      { name: 'a', value: '' },
      { name: 'b', value: '' },
      { name: 'c', value: '1=2' },
    ])
  })

  test('malformed encoding is no query string', () => {
    expect(() => parseQueryString('a=%')).toThrow(URIError)
  })
})

describe('text that means nothing', () => {
  const unit = fc.constantFrom(...[...`ab(),;:='"\\/*$ -1.@`, ' and ', ' eq ', ' in ', 'any(', '$count', '%2C'])
  const texts = fc.string({ unit, maxLength: 40 })

  test.each<
    [name: string, parse: (text: string) => unknown, expected: readonly (abstract new (...args: never[]) => Error)[]]
  >([
    ['expand items', (text) => readOption('expand', text), [BadRequest]],
    ['expressions', (text) => readOption('filter', text), [BadRequest]],
    ['searches', (text) => readOption('search', text), [BadRequest]],
    ['transformations', (text) => readOption('apply', text), [BadRequest]],
    ['query strings', parseQueryString, [URIError]],
  ])('is refused or read by the parser of %s, which comes to an end', (_, parse, expected) => {
    fc.assert(
      fc.property(texts, (text) => {
        try {
          parse(text)
        } catch (error) {
          expect(expected.some((type) => error instanceof type)).toBe(true)
        }
      }),
      { numRuns: runs(120, 2_000) },
    )
  })
})
