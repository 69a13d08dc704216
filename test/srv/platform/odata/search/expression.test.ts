import fc from 'fast-check'
import {
  parseSearch,
  type SearchExpression,
  SearchSyntaxError,
} from '../../../../../srv/platform/odata/search/expression.ts'

const term = (text: string): SearchExpression => ({ kind: 'term', text })

test.each<[text: string, expression: SearchExpression]>([
  ['hope', term('hope')],
  ['  hope  ', term('hope')],
  ['new hope', { kind: 'and', of: [term('new'), term('hope')] }],
  ['new AND hope', { kind: 'and', of: [term('new'), term('hope')] }],
  ['hope OR jedi', { kind: 'or', of: [term('hope'), term('jedi')] }],
  ['a OR b c', { kind: 'or', of: [term('a'), { kind: 'and', of: [term('b'), term('c')] }] }],
  ['(a OR b) c', { kind: 'and', of: [{ kind: 'or', of: [term('a'), term('b')] }, term('c')] }],
  ['NOT a b', { kind: 'and', of: [{ kind: 'not', of: term('a') }, term('b')] }],
  ['NOT (a b)', { kind: 'not', of: { kind: 'and', of: [term('a'), term('b')] } }],
  ['a AND NOT b', { kind: 'and', of: [term('a'), { kind: 'not', of: term('b') }] }],
  ['NOT NOT a', { kind: 'not', of: { kind: 'not', of: term('a') } }],
  ['"new hope"', term('new hope')],
  ['"say \\"hi\\" \\\\ bye"', term('say "hi" \\ bye')],
  ['"AND"', term('AND')],
  ['and or not', { kind: 'and', of: [term('and'), term('or'), term('not')] }],
  ["100%_o\\ d'oh", { kind: 'and', of: [term('100%_o\\'), term("d'oh")] }],
])('%s', (text, expression) => {
  expect(parseSearch(text)).toEqual(expression)
})

test.each(['', ' ', '\t'])('blank text %j searches for nothing', (text) => {
  expect(parseSearch(text)).toBeUndefined()
})

test.each([
  'AND',
  'a AND',
  'AND a',
  'OR a',
  'a OR',
  'a OR OR b',
  'NOT',
  'a AND AND b',
  '(a',
  'a)',
  '()',
  '"a',
  'a"b',
  '""',
  '"a\\n"',
])('%s is refused', (text) => {
  expect(() => parseSearch(text)).toThrow(SearchSyntaxError)
})

test('more terms or deeper nesting than a person types are refused', () => {
  expect(() => parseSearch('a '.repeat(41))).toThrow('terms')
  expect(() => parseSearch('('.repeat(21) + 'a' + ')'.repeat(21))).toThrow('deep')
  expect(() => parseSearch('NOT '.repeat(10_000) + 'a')).toThrow('deep')
})

const trees = fc.letrec<{ tree: SearchExpression }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.string({ minLength: 1, unit: 'grapheme' }).map(term),
    tie('tree').map((of): SearchExpression => ({ kind: 'not', of })),
    fc
      .tuple(fc.constantFrom('and' as const, 'or' as const), fc.array(tie('tree'), { minLength: 2, maxLength: 3 }))
      .map(([kind, of]): SearchExpression => ({ kind, of })),
  ),
})).tree

/** Every term as a phrase, every part in parentheses. */
function print(expression: SearchExpression): string {
  if (expression.kind === 'term') return `"${expression.text.replace(/["\\]/g, '\\$&')}"`
  if (expression.kind === 'not') return `NOT (${print(expression.of)})`
  return expression.of.map((part) => `(${print(part)})`).join(expression.kind === 'and' ? ' ' : ' OR ')
}

const countTerms = (expression: SearchExpression): number =>
  expression.kind === 'term'
    ? 1
    : expression.kind === 'not'
      ? countTerms(expression.of)
      : expression.of.reduce((sum, part) => sum + countTerms(part), 0)

test('what is printed is read as the same expression', () => {
  fc.assert(
    fc.property(trees, (tree) => {
      fc.pre(countTerms(tree) <= 40)
      expect(parseSearch(print(tree))).toEqual(tree)
    }),
  )
})

test('any text is either understood or refused as a search', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      try {
        parseSearch(text)
      } catch (error) {
        expect(error).toBeInstanceOf(SearchSyntaxError)
      }
    }),
  )
})
