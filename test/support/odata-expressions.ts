/** Expressions of OData at random, each of the type that is asked for, about the records of `all-types`. */
import fc from 'fast-check'

type Kind = 'text' | 'whole' | 'number' | 'truth' | 'day' | 'clock' | 'moment' | 'duration'

const PROPERTIES: Readonly<Record<Kind, readonly string[]>> = {
  text: ['text', 'free', 'long', 'state', 'ID'],
  whole: ['tiny', 'short', 'signed', 'middle', 'whole', 'big', 'grade'],
  number: ['decimal', 'double', 'single', 'whole', 'measure_amount'],
  truth: ['flag'],
  day: ['day'],
  clock: ['clock'],
  moment: ['moment', 'instant'],
  duration: [],
}

const LITERALS: Readonly<Record<Kind, readonly string[]>> = {
  text: ["'a'", "''", "'Straße'", "'İ'", "'it''s'", "'%_'", "'😀é'", "' b '", "'open'", 'null'],
  whole: ['0', '1', '-3', '7', '255', '2147483647', '3000000000', '-9223372036854775808', 'null'],
  number: ['0', '1.5', '-2.5', '0.1', '3m', '2.5f', '1e3', '1d', 'null'],
  truth: ['true', 'false', 'null'],
  day: ['2024-02-29', '1999-12-31', 'null'],
  clock: ['10:11:12', '10:11:12.5', '00:00', 'null'],
  moment: ['2024-02-29T10:11:12Z', '2024-02-29T12:11:12.123+02:00', '1999-12-31T23:59:59.999Z', 'null'],
  duration: ["duration'PT1H'", "duration'-P1DT0.5S'"],
}

const PATTERNS = ["'^a'", "'[^a-z]+$'", String.raw`'\d|\s'`, "'(a|é)*'", "'.{3}'", "'ß?e$'"]

type Any = fc.Arbitrary<string>

const call = (name: string, ...args: Any[]): Any =>
  fc.tuple(...(args as [Any])).map((texts) => `${name}(${(texts as string[]).join(',')})`)

const between = (left: Any, operators: readonly string[], right: Any): Any =>
  fc.tuple(left, fc.constantFrom(...operators), right).map(([a, operator, b]) => `(${a} ${operator} ${b})`)

const COMPARISONS = ['eq', 'ne', 'lt', 'le', 'gt', 'ge']

/** Functions and operators by what they give. */
const madeOf = (tie: (kind: Kind) => Any): Readonly<Record<Kind, readonly Any[]>> => {
  const [text, whole, number] = [tie('text'), tie('whole'), tie('number')]
  const small = fc.constantFrom('0', '1', '2', '5')
  return {
    text: [
      ...['tolower', 'toupper', 'trim'].map((name) => call(name, text)),
      call('concat', text, text),
      call('substring', text, small),
      call('substring', text, small, small),
      ...['whole', 'truth', 'day', 'clock'].map((kind) => call('cast', tie(kind as Kind), fc.constant('Edm.String'))),
    ],
    whole: [
      between(whole, ['add', 'sub', 'div', 'mod'], fc.constantFrom(...PROPERTIES.whole, '3', '-2', '0')),
      call('length', text),
      call('indexof', text, text),
      ...['year', 'month', 'day'].map((name) => call(name, fc.oneof(tie('day'), tie('moment')))),
      ...['hour', 'minute', 'second'].map((name) => call(name, fc.oneof(tie('clock'), tie('moment')))),
      call('cast', number, fc.constantFrom('Edm.Int16', 'Edm.Int32', 'Edm.Int64')),
      fc.constantFrom('tags/$count', 'points/$count', "tags/$count($filter=$this ne 'a')"),
      whole.map((of) => `-(${of})`),
    ],
    number: [
      between(number, ['add', 'sub', 'mul'], fc.constantFrom(...PROPERTIES.number, '3', '0.5')),
      ...['round', 'floor', 'ceiling'].map((name) => call(name, number)),
      call('totalseconds', tie('duration')),
    ],
    truth: [
      ...(['text', 'whole', 'number', 'day', 'clock', 'moment', 'duration'] as const).map((kind) =>
        between(tie(kind), kind === 'text' ? ['eq', 'ne'] : COMPARISONS, tie(kind)),
      ),
      between(tie('truth'), ['and', 'or', 'eq', 'ne'], tie('truth')),
      tie('truth').map((of) => `not (${of})`),
      ...['contains', 'startswith', 'endswith'].map((name) => call(name, text, text)),
      call('matchesPattern', text, fc.constantFrom(...PATTERNS)),
      fc.tuple(whole, whole, whole).map(([a, b, c]) => `${a} in (${b},${c})`),
      fc.tuple(text, text).map(([a, b]) => `${a} in (${b},'a')`),
      fc
        .tuple(fc.constantFrom('any', 'all'), text)
        .map(([name, of]) => `tags/${name}(t:t eq ${of} or contains(t,'b'))`),
      fc.tuple(fc.constantFrom('any', 'all'), whole).map(([name, of]) => `points/${name}(p:p/at gt ${of})`),
    ],
    day: [
      call('date', tie('moment')),
      call('cast', tie('moment'), fc.constant('Edm.Date')),
      between(tie('day'), ['add', 'sub'], fc.constantFrom("duration'P1D'", "duration'PT36H'")),
    ],
    clock: [call('time', tie('moment'))],
    moment: [
      between(tie('moment'), ['add', 'sub'], tie('duration')),
      call('cast', tie('day'), fc.constant('Edm.DateTimeOffset')),
    ],
    duration: [
      between(tie('moment'), ['sub'], tie('moment')),
      between(tie('day'), ['sub'], tie('day')),
      between(tie('duration'), ['mul'], fc.constantFrom('2', '-1', 'whole')),
      between(tie('duration'), ['add', 'sub'], tie('duration')),
    ],
  }
}

const KINDS = Object.keys(PROPERTIES) as Kind[]

const { text, whole, number, truth, day, clock, moment, duration } = fc.letrec<Record<Kind, string>>((tie) => {
  const made = madeOf((kind) => tie(kind))
  const of = (kind: Kind): Any =>
    fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.constantFrom(...PROPERTIES[kind], ...LITERALS[kind]),
      ...made[kind],
      fc.tuple(tie('truth'), tie(kind), tie(kind)).map(([when, a, b]) => `case(${when}:${a},true:${b})`),
      fc.tuple(tie('truth'), tie(kind)).map(([when, a]) => `case(${when}:${a})`),
    )
  return Object.fromEntries(KINDS.map((kind) => [kind, of(kind)])) as Record<Kind, Any>
})

const value = fc.oneof(text, whole, number, truth, day, clock, moment, duration)
const METHODS = ['sum', 'min', 'max', 'average', 'countdistinct']

/** Queries of the records, each with an order that leaves nothing open. */
export const queries: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: truth.map((of) => `$filter=${of}&$select=ID&$orderby=ID`) },
  fc.tuple(value, fc.constantFrom('', ' desc')).map(([of, way]) => `$orderby=${of}${way},ID&$select=ID`),
  {
    weight: 2,
    arbitrary: fc.tuple(value, value).map(([a, b]) => `$compute=${a} as a,${b} as b&$select=ID,a,b&$orderby=ID`),
  },
  fc
    .tuple(truth, value)
    .map(([of, a]) => `$apply=filter(${of})/compute(${a} as a)/groupby((a),aggregate($count as n))&$orderby=a`),
  fc
    .tuple(fc.oneof(whole, number, moment), fc.constantFrom(...METHODS))
    .map(([of, method]) => `$apply=aggregate(${of} with ${method} as a,$count as n)`),
  fc
    .constantFrom(
      'price mul 2',
      'ID add 1',
      'round(price)',
      "thing/instant add 'PT1H'",
      'thing/instant sub thing/moment',
      'price gt 1',
    )
    .map(
      (of) =>
        `$expand=parts($compute=${of} as a;$filter=price lt $it/decimal or price eq null;$orderby=ID)&$select=ID&$orderby=ID`,
    ),
)
