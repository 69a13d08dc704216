import fc from 'fast-check'
import type { Expression, Literal, Options, Search } from '../../../../../srv/platform/odata/url/nodes.ts'
import { readOption } from '../../../../../srv/platform/odata/url/query.ts'
import { runs } from '../../../../support/long.ts'
import { printExpression, printOptions, printSearch } from './print-tree.ts'

/** A tree without its places, and without what was written. */
const withoutPlaces = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutPlaces)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) =>
      name === 'at' || name === 'written' ? [] : [[name, withoutPlaces(part)]],
    ),
  )
}

const at = { option: '$filter', index: 0 }
const name = fc.constantFrom('title', 'a', 'order', 'android', 'notes', 'inside', 'INFO', 'nullable', 'trueish', 'Ünï')
const literal = (type: Literal['type'], text: fc.Arbitrary<string>): fc.Arbitrary<Literal> =>
  text.map((text) => ({ kind: 'literal', type, text, at }))
const literals = fc.oneof(
  literal('String', fc.string({ unit: 'grapheme', maxLength: 8 })),
  literal('Int', fc.bigInt(-(10n ** 20n), 10n ** 20n).map(String)),
  literal(
    'Decimal',
    fc.tuple(fc.nat(), fc.nat()).map(([a, b]) => `${String(a)}.${String(b)}`),
  ),
  literal('Double', fc.constantFrom('1e308', '-1.5E-10', '2e+3', 'INF', '-INF', 'NaN')),
  literal('Single', fc.constantFrom('1.5', '1.5e2', '7')),
  literal('Guid', fc.uuid()),
  literal('Date', fc.constantFrom('2020-02-29', '-0001-01-01')),
  literal('TimeOfDay', fc.constantFrom('10:00', '23:59:59.123456')),
  literal('DateTimeOffset', fc.constantFrom('2020-01-01T10:00Z', '2020-01-01T10:00:00.5+02:00', '2020-01-01T10:00:00')),
  literal('Duration', fc.constantFrom('P1D', '-PT0.5S')),
  literal('Binary', fc.constantFrom('AQ==', '_-')),
  literal('Boolean', fc.constantFrom('true', 'false')),
  literal('Null', fc.constant('null')),
)

const { expression } = fc.letrec<{ expression: Expression }>((tie) => {
  const sub = tie('expression')
  const names = fc.array(name, { minLength: 1, maxLength: 3 })
  const path = names.map((all) => ({
    kind: 'path' as const,
    segments: all.map((each) => ({ kind: 'name' as const, name: each, at })),
    at,
  }))
  const binary = fc.record({
    kind: fc.constant('binary' as const),
    operator: fc.constantFrom(
      'and',
      'or',
      'eq',
      'ne',
      'lt',
      'add',
      'sub',
      'mul',
      'divby',
      'div',
      'mod',
      'has' as const,
    ),
    left: sub,
    right: sub,
    at: fc.constant(at),
  })
  return {
    expression: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      literals,
      path,
      fc.constant({ kind: 'alias' as const, name: '@p1', at }),
      binary,
      sub.map((of) => ({ kind: 'not' as const, of, at })),
      sub.map((of) => ({ kind: 'minus' as const, of, at })),
      fc.array(fc.record({ when: sub, then: sub }), { maxLength: 2 }).map((of) => ({ kind: 'case' as const, of, at })),
      fc.array(sub, { maxLength: 3 }).map((args) => ({ kind: 'call' as const, name: 'concat', args, at })),
      fc.tuple(path, fc.constantFrom('any', 'all' as const), sub).map(([{ segments }, quantifier, of]) => ({
        kind: 'path' as const,
        segments: [...segments, { kind: 'lambda' as const, name: quantifier, variable: 'x', of, at }],
        at,
      })),
      fc.tuple(path, sub).map(([{ segments }, filter]) => ({
        kind: 'path' as const,
        segments: [...segments, { kind: 'count' as const, options: { filter }, at }],
        at,
      })),
      fc.tuple(sub, fc.array(literals, { minLength: 2, maxLength: 3 })).map(([left, of]) => ({
        kind: 'binary' as const,
        operator: 'in' as const,
        left,
        right: { kind: 'list' as const, of, at },
        at,
      })),
    ),
  }
})

const { search } = fc.letrec<{ search: Search }>((tie) => {
  const several = fc.array(tie('search'), { minLength: 2, maxLength: 3 })
  return {
    search: fc.oneof(
      { maxDepth: 3 },
      fc.string({ minLength: 1, maxLength: 6 }).map((text) => ({ kind: 'term' as const, text, at })),
      tie('search').map((of) => ({ kind: 'not' as const, of, at })),
      fc.tuple(fc.constantFrom('and', 'or' as const), several).map(([kind, of]) => ({ kind, of, at })),
    ),
  }
})

const { options } = fc.letrec<{ options: Options }>((tie) => ({
  options: fc.record(
    {
      filter: expression,
      orderby: fc.array(fc.record({ of: expression, isDescending: fc.boolean(), at: fc.constant(at) }), { minLength: 1, maxLength: 2 }), // prettier-ignore
      search,
      select: fc.constant([
        { path: ['a', 'b'], at },
        { path: ['*'], at },
      ]),
      expand: fc.tuple(name, tie('options')).map(([first, inner]) => [{ path: [first], ...(Object.keys(inner).length && { options: inner }), at }]), // prettier-ignore
      compute: fc.tuple(expression, name).map(([of, named]) => [{ of, name: named, at }]),
      top: fc.nat(),
      skip: fc.nat(),
      count: fc.boolean(),
      levels: fc.constantFrom(3, 'max' as const),
    },
    { requiredKeys: [] },
  ),
}))

test('what is written from a tree is read as the same tree', () => {
  fc.assert(
    fc.property(expression, (tree) => {
      expect(withoutPlaces(readOption('filter', printExpression(tree)))).toEqual(withoutPlaces(tree))
    }),
    { numRuns: runs(300, 8_000) },
  )
})

test('so is what is searched for', () => {
  fc.assert(
    fc.property(search, (tree) => {
      expect(withoutPlaces(readOption('search', printSearch(tree)))).toEqual(withoutPlaces(tree))
    }),
    { numRuns: runs(300, 8_000) },
  )
})

test('and options within options', () => {
  fc.assert(
    fc.property(options, (tree) => {
      fc.pre(Object.keys(tree).length > 0)
      const [item] = readOption('expand', `x${printOptions(tree)}`)
      expect(withoutPlaces(item?.options)).toEqual(withoutPlaces(tree))
    }),
    { numRuns: runs(200, 4_000) },
  )
})

test.each([
  ['filter', 'a eq', '$filter: unexpected end at position 4'],
  ['filter', 'a eq 1)', '$filter: unexpected ) at position 6'],
  ['filter', `${'('.repeat(70)}1`, '$filter: nested too deeply at position 61'],
  ['filter', "geo'x' eq 1", "$filter: there is no literal geo'…' at position 0"],
  ['expand', 'a()', '$expand: there are no options in the parentheses at position 3'],
  ['expand', 'a($top=1;top=2)', '$expand: $top is given twice at position 9'],
  ['expand', 'a($foo=1)', '$expand: there is no option $foo at position 2'],
  ['top', '+1', '$top: a whole number is needed, zero or more, at position 0'],
  ['search', 'gr(een', '$search: unexpected end at position 6'],
  ['search', 'a OR', '$search: unexpected end at position 4'],
  ['compute', 'a add 1', '$compute: a name is needed, as in price mul 2 as twice, at position 0'],
  ['orderby', '', '$orderby is empty'],
] as const)('%s=%s is refused with its place', (option, text, message) => {
  expect(() => readOption(option, text)).toThrow(message)
})
