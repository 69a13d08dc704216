import { FILTER_LIMITS, parseFilter } from '../../../../../srv/admin/core/filter/parse.ts'
import type { Predicate } from '../../../../../srv/admin/core/filter/syntax.ts'

const shape = (node: Predicate): unknown => {
  switch (node.type) {
    case 'and':
    case 'or':
      return [node.type, ...node.parts.map(shape)]
    case 'not':
      return ['not', shape(node.part)]
    case 'truth':
      return node.operand.type === 'column' ? node.operand.name : node.operand
    default:
      return node.type
  }
}
const invalid = (position: number) =>
  expect.objectContaining({
    code: 'INVALID_FILTER',
    details: expect.stringContaining(`(at character ${String(position)})`) as string,
  }) as Error

it.each<[text: string, shape: unknown]>([
  ['a or b and c', ['or', 'a', ['and', 'b', 'c']]],
  ['(a or b) and c', ['and', ['or', 'a', 'b'], 'c']],
  ['not a and b', ['and', ['not', 'a'], 'b']],
  ['not (a and b)', ['not', ['and', 'a', 'b']]],
  ['not not a', ['not', ['not', 'a']]],
  ['a and b and c', ['and', 'a', 'b', 'c']],
  ['a between 1 and 2 and b', ['and', 'between', 'b']],
  ['A AND b Or C', ['or', ['and', 'A', 'b'], 'C']],
  ['((a))', 'a'],
])('%s binds as it should', (text, expected) => {
  expect(shape(parseFilter(text))).toEqual(expected)
})

it.each(['key = 1', 'date = 1', '"select" = 1', 'x = 1', 'Größe = 1', 'length = 1', 'a_1$ = 1', '"a""b" = 1'])(
  '%s names a column',
  (text) => {
    expect(parseFilter(text)).toMatchObject({ type: 'compare', left: { type: 'column' } })
  },
)

it.each([
  ["x'00ff'", 'binary', '00ff'],
  ["DATE'2024-01-01'", 'date', '2024-01-01'],
  ["'it''s'", 'string', "it's"],
  ['-1.50e3', 'number', '-1.50e3'],
  ['12345678901234567890', 'number', '12345678901234567890'],
  ['TRUE', 'boolean', 'true'],
])('%s is a value', (text, literal, value) => {
  expect(parseFilter(`a = ${text}`)).toMatchObject({ right: { type: 'literal', literal, text: value } })
})

it('takes any character for the escape of a pattern', () => {
  expect(parseFilter(`a like '50!%!_!!x%' escape '!'`)).toMatchObject({ type: 'like', pattern: '50\\%\\_!x%' })
  expect(parseFilter(`a like '%%' escape '%'`)).toMatchObject({ pattern: '\\%' })
  expect(parseFilter(`a like 'c:\\%'`)).toMatchObject({ pattern: 'c:\\\\%' })
})

it.each([
  ['a = ', 5],
  ['a = 1 ; b', 7],
  ['a = null', 3],
  ['a = 1 and pg_sleep(1) = 1', 11],
  ["a = 'open", 5],
])('tells where %s goes wrong', (text, position) => {
  expect(() => parseFilter(text)).toThrow(invalid(position))
})

it('says how to ask for null', () => {
  expect(() => parseFilter('a = null')).toThrow(/is null/)
  expect(() => parseFilter('a <> NULL')).toThrow(/is null/)
})

describe('limits', () => {
  it('allows 4,000 characters', () => {
    const text = `a = '${'x'.repeat(FILTER_LIMITS.characters - 6)}'`
    expect(parseFilter(text)).toMatchObject({ type: 'compare' })
    expect(() => parseFilter(`${text} `)).toThrow(expect.objectContaining({ code: 'INVALID_FILTER' }) as Error)
  })

  it('allows 200 conditions, values of lists among them', () => {
    const conditions = (count: number) => Array.from({ length: count }, () => 'a').join(' or ')
    expect(parseFilter(conditions(200))).toMatchObject({ type: 'or' })
    expect(() => parseFilter(conditions(201))).toThrow(/at most 200/)
    const list = (count: number) => `a in (${Array.from({ length: count }, () => '1').join(',')}) and b`
    expect(parseFilter(list(198))).toMatchObject({ type: 'and' })
    expect(() => parseFilter(list(250))).toThrow(/at most 200/)
  })

  it('allows 32 levels, of brackets, negations and calls alike', () => {
    expect(parseFilter(`${'('.repeat(32)}a${')'.repeat(32)}`)).toMatchObject({ type: 'truth' })
    expect(() => parseFilter(`${'('.repeat(33)}a${')'.repeat(33)}`)).toThrow(/at most 32/)
    expect(() => parseFilter(`${'not '.repeat(33)}a`)).toThrow(/at most 32/)
    expect(() => parseFilter(`${'trim('.repeat(33)}a${')'.repeat(33)} = 'x'`)).toThrow(/at most 32/)
    expect(parseFilter(Array.from({ length: 100 }, () => '(a)').join(' or '))).toMatchObject({ type: 'or' })
  })
})
