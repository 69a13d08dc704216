/** Filters for property tests, well typed by construction. */
import fc from 'fast-check'
import type { Comparison, FunctionName, Operand, Predicate } from '../../srv/admin/core/filter/syntax.ts'
import type { PlainRow } from './where-oracle.ts'

type Kind = 'boolean' | 'integer' | 'decimal' | 'float' | 'text' | 'date' | 'time' | 'timestamp' | 'binary'

const VALUES = {
  boolean: ['true', 'false'],
  integer: ['0', '1', '-1', '7', '42', '2147483647', '-2147483648'],
  decimal: ['0', '0.05', '0.15', '2.65', '-2.65', '0.25', '99999.99', '-1.5', '12'],
  float: ['0.5', '-0.25', '1e10', '1.5e-3', '0', '3'],
  text: [
    '',
    ' ',
    'Luke',
    'luke',
    ' Leia ',
    "O'Hara",
    'a"b',
    '100%',
    'a_b',
    'axb',
    'a\\b',
    '\\',
    'É',
    'éa',
    'ß',
    '☃',
    '😀',
    'z',
    'Z',
    '--',
    ';',
    '[a]',
    '*',
    'a*b',
    '?',
    'null',
    '🚀b',
  ],
  date: ['1977-05-25', '1980-05-21', '0001-01-01', '2024-02-29', '9999-12-31'],
  time: ['00:00:00', '12:30:00', '23:59:59'],
  timestamp: [
    '1977-05-25T12:30:00.000Z',
    '1977-05-25T12:30:00.120Z',
    '1977-05-25T12:30:00.123Z',
    '1977-05-25T12:30:00.123456Z',
    '2024-02-29T23:59:59.999Z',
  ],
  binary: ['', '00', '00ff', '6162'],
} as const satisfies Record<Kind, readonly string[]>

const LITERALS = {
  boolean: 'boolean',
  integer: 'number',
  decimal: 'number',
  float: 'number',
  text: 'string',
  date: 'date',
  time: 'time',
  timestamp: 'timestamp',
  binary: 'binary',
} as const
const NAMES: Record<Kind, string> = {
  boolean: 'flag',
  integer: 'number',
  decimal: 'price',
  float: 'ratio',
  text: 'Odd "name"',
  date: 'born',
  time: 'noon',
  timestamp: 'changed',
  binary: 'bytes',
}

const at = 0
const column = (kind: Kind): Operand => ({ type: 'column', name: NAMES[kind], at })
const literalOf = (kind: Kind, text: string): Operand => ({ type: 'literal', literal: LITERALS[kind], text, at })
const literal = (kind: Kind): fc.Arbitrary<Operand> =>
  fc.constantFrom(...VALUES[kind]).map((text) => literalOf(kind, text))
const call = (name: FunctionName, ...args: Operand[]): Operand => ({ type: 'call', name, args, at })
const whole = fc.integer({ min: -2, max: 6 }).map((number) => literalOf('integer', String(number)))

const operand = (kind: Kind): fc.Arbitrary<Operand> => {
  const own = fc.constant(column(kind))
  const orElse = literal(kind).map((other) => call('coalesce', column(kind), other))
  switch (kind) {
    case 'text': {
      const unary = fc.constantFrom('lower', 'upper', 'trim').map((name) => call(name, column('text')))
      const part = fc
        .tuple(whole, fc.option(whole))
        .map(([start, length]) => call('substring', column('text'), start, ...(length ? [length] : [])))
      return fc.oneof(own, orElse, unary, part)
    }
    case 'integer': {
      const part = fc
        .constantFrom('year', 'month', 'day')
        .chain((name) => fc.constantFrom('date', 'timestamp').map((of) => call(name, column(of))))
      return fc.oneof(
        own,
        orElse,
        part,
        fc.constantFrom(call('length', column('text')), call('abs', column('integer'))),
      )
    }
    case 'decimal':
      return fc.oneof(
        own,
        orElse,
        fc.constantFrom(
          call('abs', column('decimal')),
          call('round', column('decimal')),
          call('round', column('decimal'), literalOf('integer', '1')),
          call('floor', column('decimal')),
          call('ceil', column('decimal')),
        ),
        fc.record({
          type: fc.constant('arithmetic' as const),
          operator: fc.constantFrom('+' as const, '-' as const),
          left: fc.constantFrom(column('integer'), column('decimal')),
          right: fc.oneof(literal('decimal'), own),
          at: fc.constant(at),
        }),
      )
    case 'date':
      return fc.oneof(
        own,
        orElse,
        fc.record({
          type: fc.constant('shift' as const),
          operand: own,
          amount: fc.constantFrom(-400, -12, -1, 1, 3, 31),
          unit: fc.constantFrom('day', 'week', 'month', 'year'),
          at: fc.constant(at),
        }),
      )
    default:
      return fc.oneof(own, orElse)
  }
}

const kind = fc.constantFrom(...(Object.keys(VALUES) as Kind[]))
const negated = fc.boolean()
const comparison = fc.constantFrom<Comparison>('=', '<>', '<', '<=', '>', '>=')
const pattern = fc
  .array(fc.constantFrom('%', '_', '\\%', '\\_', '\\\\', 'a', 'b', 'L', 'é', '😀', '*', '?', '[', ']', "'", ' '), {
    maxLength: 5,
  })
  .map((parts) => parts.join(''))

const condition: fc.Arbitrary<Predicate> = fc.oneof(
  kind.chain((of) =>
    fc.record({
      type: fc.constant('compare' as const),
      operator: comparison,
      left: operand(of),
      right: fc.oneof(literal(of), operand(of)),
    }),
  ),
  kind.chain((of) =>
    fc.record({ type: fc.constant('compare' as const), operator: comparison, left: literal(of), right: operand(of) }),
  ),
  fc.record({ type: fc.constant('like' as const), operand: operand('text'), pattern, negated }),
  kind.chain((of) =>
    fc.record({
      type: fc.constant('in' as const),
      operand: operand(of),
      list: fc.array(literal(of), { minLength: 1, maxLength: 4 }),
      negated,
    }),
  ),
  kind.chain((of) =>
    fc.record({
      type: fc.constant('between' as const),
      operand: operand(of),
      low: literal(of),
      high: literal(of),
      negated,
    }),
  ),
  kind.chain((of) => fc.record({ type: fc.constant('null' as const), operand: operand(of), negated })),
  fc.record({ type: fc.constant('truth' as const), operand: operand('boolean') }),
)

export const filter: fc.Arbitrary<Predicate> = fc.letrec<{ filter: Predicate }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    condition,
    fc.record({
      type: fc.constantFrom('and' as const, 'or' as const),
      parts: fc.array(tie('filter'), { minLength: 2, maxLength: 3 }),
    }),
    fc.record({ type: fc.constant('not' as const), part: tie('filter') }),
  ),
})).filter

const plain = (of: Kind, text: string): PlainRow[string] =>
  LITERALS[of] === 'number' ? Number(text) : of === 'boolean' ? text === 'true' : text

/** Rows with every value of every column, and nulls. */
export const ROWS: readonly PlainRow[] = Array.from({ length: 40 }, (_, id) => ({
  id,
  ...Object.fromEntries(
    (Object.keys(VALUES) as Kind[]).map((of, index) => {
      const values = VALUES[of]
      const choice = (Math.imul(31 * id + 17 * index + 7, 0x9e3779b1) >>> 8) % (values.length + 1)
      const text = values[choice]
      return [NAMES[of], text === undefined ? null : plain(of, text)]
    }),
  ),
}))
