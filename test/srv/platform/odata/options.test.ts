import fc from 'fast-check'
import { BadRequest } from '../../../../srv/platform/odata/errors/bad-request.ts'
import { toCondition, toOperand } from '../../../../srv/platform/odata/options/dialect.ts'
import {
  type ExpandItem,
  ExpandSyntaxError,
  parseExpand,
  printExpand,
} from '../../../../srv/platform/odata/options/expand.ts'
import { ExpressionSyntaxError, parseExpression } from '../../../../srv/platform/odata/options/expression.ts'
import { parseQueryString, printQueryString } from '../../../../srv/platform/odata/options/query-string.ts'
import { parseSearch, SearchSyntaxError } from '../../../../srv/platform/odata/search/expression.ts'
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

describe('$expand', () => {
  test.each<[text: string, items: ExpandItem[]]>([
    ['characters', [{ path: 'characters' }]],
    [' a , b ', [{ path: 'a' }, { path: 'b' }]],
    ['*', [{ path: '*' }]],
    [
      'a($select=x,y;$top=1),b',
      [
        {
          path: 'a',
          options: [
            { name: '$select', value: 'x,y' },
            { name: '$top', value: '1' },
          ],
        },
        { path: 'b' },
      ],
    ],
    ["a($filter=x eq ');,(')", [{ path: 'a', options: [{ name: '$filter', value: "x eq ');,('" }] }]],
    ['a($search=";)" OR (b))', [{ path: 'a', options: [{ name: '$search', value: '";)" OR (b)' }] }]],
    [
      "a($search=d'oh;$top=1)",
      [
        {
          path: 'a',
          options: [
            { name: '$search', value: "d'oh" },
            { name: '$top', value: '1' },
          ],
        },
      ],
    ],
    ['a($expand=b($expand=c))', [{ path: 'a', options: [{ name: '$expand', value: 'b($expand=c)' }] }]],
    ['a()', [{ path: 'a', options: [] }]],
  ])('%s', (text, items) => {
    expect(parseExpand(text)).toEqual(items)
    expect(parseExpand(printExpand(items))).toEqual(items)
  })

  test.each([
    ['a,', [{ path: 'a' }, { path: '' }]],
    [',', [{ path: '' }, { path: '' }]],
    ['', [{ path: '' }]],
    ['a($top=1) ,', [{ path: 'a', options: [{ name: '$top', value: '1' }] }, { path: '' }]],
  ])('%j ends, and has an item that CAP refuses', (text, items) => {
    expect(parseExpand(text)).toEqual(items)
  })

  test.each(['a($select=x', 'a($select)', 'a($top=1)b', 'a($top=1))'])('%s is refused', (text) => {
    expect(() => parseExpand(text)).toThrow(ExpandSyntaxError)
  })
})

describe('expressions in the dialect of CAP', () => {
  const dialect = (text: string): string => toCondition(parseExpression(text))

  test.each([
    ["title eq 'x'", "title eq 'x'"],
    ['a add b mul c gt 3', 'add(a,mul(b,c)) gt 3'],
    ['(a add b) mul c gt 3', 'mul(add(a,b),c) gt 3'],
    ['a sub b sub c eq 0', 'sub(sub(a,b),c) eq 0'],
    ['a div 2 eq 1', 'div(a,2) eq 1'],
    ['a div 2.0 eq 1', 'divby(a,2.0) eq 1'],
    ['a mod 1e3 eq 1', 'modby(a,1e3) eq 1'],
    ['-a lt -5', 'neg(a) lt -5'],
    ['x/$count gt 3', 'count(x) gt 3'],
    ['a/b/$count gt 3', 'count(a/b) gt 3'],
    ['scoundrel', 'scoundrel eq true'],
    ['not scoundrel', 'scoundrel eq false'],
    ["not contains(a,'x')", "not contains(a,'x')"],
    ['not (a gt 1)', '((a le 1 or a eq null))'],
    ["not (a eq 1 and b eq 'x')", "(((a ne 1) or (b ne 'x')))"],
    ["not a eq 'x'", "a ne 'x'"],
    ['a eq b', '(a eq b or (a eq null and b eq null))'],
    ['a eq null', 'a eq null'],
    ["'x' eq null", 'true eq false'],
    ['null ne null', 'true eq false'],
    ['null eq null', 'true eq true'],
    ['a gt null', 'true eq false'],
    ['2 gt 10', 'true eq false'],
    ['not (2.0 eq 2)', '(true eq false)'],
    ['not (a gt null)', '(true eq true)'],
    ['a in (1, 2)', 'a in (1,2)'],
    ['a in (1)', 'a in (1)'],
    ["x/any(c:c/y eq 'z' and not c/b)", "x/any(c:c/y eq 'z' and c/b eq false)"],
    ['x/any()', 'x/any()'],
    ['cast(a,Edm.String) eq 1', "cast(a,'Edm.String') eq 1"],
    ['isof(S.Film)', "isof('S.Film') eq true"],
    ['year(d) eq 1977', 'year(d) eq 1977'],
    ['a eq @p', 'a eq @p'],
    [
      'd eq 2020-01-01 and g eq 01234567-89ab-cdef-0123-456789abcdef',
      'd eq 2020-01-01 and g eq 01234567-89ab-cdef-0123-456789abcdef',
    ],
    ["a eq duration'P1D'", "a eq duration'P1D'"],
    ["a eq 'it''s'", "a eq 'it''s'"],
  ])('%s', (text, expected) => {
    expect(dialect(text)).toBe(expected)
  })

  test.each(['title has 1', "matchesPattern(a,'x')", 'geo.length(a)', 'foo(a) eq 1', 'cast(a) eq 1', 'add(1,2) eq 3'])(
    '%s is refused',
    (text) => {
      expect(() => dialect(text)).toThrow(BadRequest)
    },
  )

  test.each(['', 'a eq', '(a', 'a)', 'a b', "'x", '[1]', 'a/', 'x/foo(y)', 'x/any(c)'])(
    '%s is no expression',
    (text) => {
      expect(() => parseExpression(text)).toThrow(ExpressionSyntaxError)
    },
  )

  test('deep nesting is refused, not a stack overflow', () => {
    expect(() => parseExpression('('.repeat(10_000) + 'a')).toThrow(ExpressionSyntaxError)
    expect(() => parseExpression('not '.repeat(10_000) + 'a')).toThrow(ExpressionSyntaxError)
    expect(() => parseExpression('-'.repeat(10_000) + 'a')).toThrow(ExpressionSyntaxError)
  })

  test('any text is either understood or refused', () => {
    const word = fc.constantFrom(
      'a',
      'eq',
      'not',
      'and',
      '(',
      ')',
      "'x'",
      '1',
      'add',
      '-',
      '/',
      '$count',
      ',',
      'any',
      ':',
    )
    const text = fc.oneof(
      fc.string(),
      fc.array(word).map((words) => words.join(' ')),
    )
    fc.assert(
      fc.property(text, (each) => {
        try {
          toOperand(parseExpression(each))
        } catch (error) {
          expect(error instanceof ExpressionSyntaxError || error instanceof BadRequest).toBe(true)
        }
      }),
    )
  })
})

describe('text that means nothing', () => {
  const unit = fc.constantFrom(...[...`ab(),;:='"\\/*$ -1.@`, ' and ', ' eq ', ' in ', 'any(', '$count', '%2C'])
  const texts = fc.string({ unit, maxLength: 40 })

  test.each<[name: string, parse: (text: string) => unknown, expected: readonly (new () => Error)[]]>([
    ['expand items', parseExpand, [ExpandSyntaxError]],
    ['expressions', parseExpression, [ExpressionSyntaxError]],
    ['searches', parseSearch, [SearchSyntaxError]],
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
