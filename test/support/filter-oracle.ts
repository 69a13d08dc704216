import fc from 'fast-check'
import type { Row } from './client.ts'

/** A `$filter` expression as text, and what it is for a row, worked out without a database. */
interface Oracle<Value> {
  readonly text: string
  readonly of: (row: Row) => Value
}

type Number_ = Oracle<number | null>
type Text = Oracle<string | null>
/** Null where a function of null is asked, whose negation is null as well; comparisons with null are true or false. */
type Condition = Oracle<boolean | null>

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

const property = <Value>(name: string): Oracle<Value> => ({ text: name, of: (row) => row[name] as Value })
const literal = <Value>(text: string, value: Value): Oracle<Value> => ({ text, of: () => value })

const OPERATORS: Readonly<Record<string, (a: number, b: number) => number | null>> = {
  add: (a, b) => a + b,
  sub: (a, b) => a - b,
  mul: (a, b) => a * b,
  div: (a, b) => (b === 0 ? null : Math.trunc(a / b)),
  mod: (a, b) => (b === 0 ? null : a % b),
}

const numbers = (names: readonly string[]): fc.Arbitrary<Number_> =>
  fc.letrec<{ any: Number_ }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 2 },
      fc.constantFrom(...names).map((name) => property<number | null>(name)),
      fc.integer({ min: -5, max: 12 }).map((value) => literal<number | null>(String(value), value)),
      fc.tuple(tie('any'), fc.constantFrom(...Object.keys(OPERATORS)), tie('any')).map(([a, name, b]): Number_ => ({
        text: `(${a.text} ${name} ${b.text})`,
        of: (row) => {
          const [left, right] = [a.of(row), b.of(row)]
          return left === null || right === null ? null : OPERATORS[name]!(left, right)
        },
      })),
    ),
  })).any

const texts = (names: readonly string[], words: readonly string[]): fc.Arbitrary<Text> => {
  const own = fc.constantFrom(...names).map((name) => property<string | null>(name))
  const fixed = fc.constantFrom(...words).map((word) => literal<string | null>(quoted(word), word))
  const lower = own.map(({ text, of }): Text => ({
    text: `tolower(${text})`,
    of: (row) => of(row)?.toLowerCase() ?? null,
  }))
  return fc.oneof(own, fixed, lower)
}

const COMPARISONS: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
}

const MATCHES: Readonly<Record<string, (text: string, part: string) => boolean>> = {
  contains: (text, part) => text.includes(part),
  startswith: (text, part) => text.startsWith(part),
  endswith: (text, part) => text.endsWith(part),
}

const negated = (value: boolean | null): boolean | null => (value === null ? null : !value)

/** Conditions joined by `or`, which one that is true decides, or by `and`, which one that is false does. */
const joined = (a: boolean | null, b: boolean | null, decisive: boolean): boolean | null => {
  if (a === decisive || b === decisive) return decisive
  return a === null || b === null ? null : !decisive
}

/** Random conditions over numbers and texts of rows, both of which may be null. */
export function conditions(numberNames: string[], textNames: string[], words: string[]): fc.Arbitrary<Condition> {
  const number = numbers(numberNames)
  const text = texts(textNames, words)
  const word = fc.constantFrom(...words)
  const equality = (operand: fc.Arbitrary<Oracle<unknown>>): fc.Arbitrary<Condition> =>
    fc
      .tuple(operand, fc.constantFrom('eq', 'ne'), fc.oneof(operand, fc.constant(literal('null', null))))
      .map(([a, operator, b]): Condition => ({
        text: `${a.text} ${operator} ${b.text}`,
        of: (row) => (a.of(row) === b.of(row)) === (operator === 'eq'),
      }))
  const order = fc
    .tuple(number, fc.constantFrom(...Object.keys(COMPARISONS)), number)
    .map(([a, operator, b]): Condition => ({
      text: `${a.text} ${operator} ${b.text}`,
      of: (row) => {
        const [left, right] = [a.of(row), b.of(row)]
        return left !== null && right !== null && COMPARISONS[operator]!(left, right)
      },
    }))
  const match = fc
    .tuple(fc.constantFrom(...Object.keys(MATCHES)), fc.constantFrom(...textNames), word)
    .map(([name, property_, part]): Condition => ({
      text: `${name}(${property_},${quoted(part)})`,
      of: (row) => (typeof row[property_] === 'string' ? MATCHES[name]!(row[property_], part) : null),
    }))
  const member = fc
    .tuple(fc.constantFrom(...textNames), fc.array(word, { minLength: 1, maxLength: 3 }))
    .map(([name, list]): Condition => ({
      text: `${name} in (${list.map(quoted).join(', ')})`,
      of: (row) => list.includes(row[name] as string),
    }))
  return fc.letrec<{ any: Condition }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 3 },
      fc.oneof(equality(number), equality(text), order, match, member),
      tie('any').map(({ text: inner, of }): Condition => ({ text: `not (${inner})`, of: (row) => negated(of(row)) })),
      fc.tuple(tie('any'), fc.constantFrom('and', 'or'), tie('any')).map(([a, operator, b]): Condition => ({
        text: `(${a.text}) ${operator} (${b.text})`,
        of: (row) => joined(a.of(row), b.of(row), operator === 'or'),
      })),
    ),
  })).any
}
