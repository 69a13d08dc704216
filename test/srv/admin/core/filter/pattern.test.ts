import fc from 'fast-check'
import { RE2JS } from 're2js'
import { readPattern } from '../../../../../srv/admin/core/filter/pattern.ts'
import { useEngine, unhurried } from '../../../../support/engines.ts'
import { runs } from '../../../../support/long.ts'

test.each([
  ['a.b', '(?:a.b)'],
  ['(a|b)+', '(?:(?:a|b)+)'],
  ['\\d{2,3}', '(?:[0-9]{2,3})'],
  ['[^\\w.-]', '(?:[^A-Za-z0-9_\\.\\-])'],
  ['a/b"c', '(?:a\\/b\\"c)'],
  ['^ä$', '(?:^ä$)'],
])('%s is written as %s', (pattern, expected) => {
  expect(readPattern(pattern, 0)).toBe(expected)
})

test.each([
  '(a)\\1',
  '(?=a)',
  '(?<!a)b',
  '(?i)a',
  'a**',
  'a+?',
  '*a',
  'a|',
  '()',
  '[',
  '[]',
  '[z-a]',
  '(a',
  'a)',
  '\\b',
  '\\p{L}',
  '[[:alpha:]',
  'a{101}',
  'a{2,1}',
  'a{x}',
  '((a{50}){50}){50}',
  '***:a',
  '^*',
  'a\\',
  '',
  `${'('.repeat(40)}a${')'.repeat(40)}`,
])('%j is refused', (pattern) => {
  expect(() => readPattern(pattern, 0)).toThrow(/INVALID_FILTER/)
})

const char = fc.constantFrom('a', 'b', 'A', '1', ' ', '_', '-', '\n', 'é', '😀', '.', '[', '\\')
const atom = fc.constantFrom(
  'a',
  'b',
  '1',
  '.',
  '\\d',
  '\\w',
  '\\s',
  '\\W',
  '\\.',
  '[ab]',
  '[^a-]',
  '[\\d_]',
  '[é😀]',
  '\\[',
  '\\\\',
  '-',
)
const piece = fc
  .tuple(atom, fc.constantFrom('', '', '*', '+', '?', '{1,2}', '{2}', '{0,}'))
  .map((parts) => parts.join(''))
const branch = fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join(''))
const pattern = fc
  .tuple(
    fc.constantFrom('', '^'),
    fc.array(branch, { minLength: 1, maxLength: 2 }),
    fc.constantFrom('', '*', '+'),
    fc.constantFrom('', '$'),
  )
  .map(([start, branches, times, end]) => `${start}(${branches.join('|')})${times}${end}`)

describe('a pattern', () => {
  const engine = useEngine('PostgreSQL')

  it('means the same to PostgreSQL as to the linear matcher', async () => {
    await fc.assert(
      fc.asyncProperty(
        pattern,
        fc.array(fc.string({ unit: char, maxLength: 8 }), { minLength: 1, maxLength: 5 }),
        async (source, texts) => {
          const written = readPattern(source, 0)
          const expression = RE2JS.compile(written, RE2JS.DOTALL)
          const rows = await engine().database.read(unhurried(), (session) =>
            session.query({
              sql: 'SELECT value COLLATE "C" ~ $2::text AS found FROM json_array_elements_text($1::json)',
              parameters: [JSON.stringify(texts), written],
            }),
          )
          expect(rows.map(({ found }) => found)).toEqual(texts.map((text) => expression.test(text)))
        },
      ),
      { numRuns: runs(200, 3_000) },
    )
  })
})
