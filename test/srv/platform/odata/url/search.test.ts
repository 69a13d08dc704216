import fc from 'fast-check'
import { BadRequest } from '../../../../../srv/platform/odata/protocol/errors.ts'
import type { Search } from '../../../../../srv/platform/odata/url/nodes.ts'
import { readOption } from '../../../../../srv/platform/odata/url/query.ts'

/** A search without the places of its parts. */
type Plain =
  | { readonly kind: 'term'; readonly text: string }
  | { readonly kind: 'not'; readonly of: Plain }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Plain[] }

const plain = (search: Search): Plain => {
  if (search.kind === 'term') return { kind: search.kind, text: search.text }
  if (search.kind === 'not') return { kind: search.kind, of: plain(search.of) }
  return { kind: search.kind, of: search.of.map(plain) }
}
const parseSearch = (text: string): Plain => plain(readOption('search', text))

const term = (text: string): Plain => ({ kind: 'term', text })

test.each<[text: string, expression: Plain]>([
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
  expect(() => parseSearch(text)).toThrow(BadRequest)
})

test('more terms or deeper nesting than a person types are refused', () => {
  expect(() => parseSearch('a '.repeat(41))).toThrow('terms')
  expect(() => parseSearch('('.repeat(61) + 'a' + ')'.repeat(61))).toThrow('deep')
  expect(() => parseSearch('NOT '.repeat(10_000) + 'a')).toThrow('deep')
})

const trees = fc.letrec<{ tree: Plain }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.string({ minLength: 1, unit: 'grapheme' }).map(term),
    tie('tree').map((of): Plain => ({ kind: 'not', of })),
    fc
      .tuple(fc.constantFrom('and' as const, 'or' as const), fc.array(tie('tree'), { minLength: 2, maxLength: 3 }))
      .map(([kind, of]): Plain => ({ kind, of })),
  ),
})).tree

/** Every term as a phrase, every part in parentheses. */
function print(expression: Plain): string {
  if (expression.kind === 'term') return `"${expression.text.replace(/["\\]/g, '\\$&')}"`
  if (expression.kind === 'not') return `NOT (${print(expression.of)})`
  return expression.of.map((part) => `(${print(part)})`).join(expression.kind === 'and' ? ' ' : ' OR ')
}

const countTerms = (expression: Plain): number =>
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
        expect(error).toBeInstanceOf(BadRequest)
      }
    }),
  )
})
