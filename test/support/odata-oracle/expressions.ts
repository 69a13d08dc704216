/** Expressions of OData at random, each with what it means for a record, worked out without a database and without our own code; each kind of it in one class, over 200 lines. */
import { follow, type Kind, type Row, SHAPES } from './rows.ts'

type Value = any // eslint-disable-line @typescript-eslint/no-explicit-any -- of any kind, null among them

/** The rows that names stand for: by the variable in front, `''` for the row itself. */
export type Env = Readonly<Record<string, Row>>

/** An expression as text, and what it is. */
export interface Term {
  readonly text: string
  of(env: Env): Value
}

/** What names are of: a variable, and the entity or the kind of what it stands for. */
export interface Scope {
  readonly prefix: string
  readonly of: string
}

interface Collection {
  readonly text: string
  readonly each: string
  of(env: Env): readonly Value[]
}

/** Drawn at random, the same for the same seed. */
export interface Dice {
  pick<Item>(items: readonly Item[]): Item
  chance(of: number): boolean
  below(end: number): number
}

const LITERALS: Readonly<Record<Kind, readonly (readonly [text: string, value: Value])[]>> = {
  text: ['Bread', '', 'a', "it's", 'Straße', ' b ', '😀é', 'ΣΑΣ', '%_', 'York', 'open'].map((value) => [
    `'${value.replaceAll("'", "''")}'`,
    value,
  ]),
  whole: [0, 1, -3, 2, 7, 10, 255, 3_000_000_000].map((value) => [String(value), value]),
  number: [
    ...[0.5, -2.25, 10.25, 2.5].map((value) => [String(value), value] as const),
    ['1.5e1', 15],
    ['2.5f', 2.5],
    ['0.5m', 0.5],
    ['4d', 4],
  ],
  truth: [
    ['true', true],
    ['false', false],
  ],
  day: ['2024-02-29', '1999-12-31', '2024-03-01'].map((value) => [value, value]),
  moment: [
    ['2024-02-29T10:11:12.5Z', Date.parse('2024-02-29T10:11:12.500Z')],
    ['2024-02-29T12:11:12.500+02:00', Date.parse('2024-02-29T10:11:12.500Z')],
    ['1970-01-01T00:00:00Z', 0],
    ['1999-12-31T23:59Z', Date.parse('1999-12-31T23:59:00Z')],
  ],
  clock: [
    ['10:11:12', 36_672],
    ['00:00', 0],
    ['10:11:12.5', 36_672.5],
  ],
  duration: [
    ["duration'PT1H'", 3_600_000],
    ["duration'-P1DT0.5S'", -86_400_500],
    ["duration'PT2M'", 120_000],
    ["duration'P0D'", 0],
  ],
}

/** The types of properties, where all of a kind are of one. */
const TYPES: Readonly<Partial<Record<Kind, string>>> = {
  text: 'Edm.String',
  truth: 'Edm.Boolean',
  day: 'Edm.Date',
  moment: 'Edm.DateTimeOffset',
  clock: 'Edm.TimeOfDay',
}

const call = (name: string, args: readonly Term[], of: (...values: Value[]) => Value): Term => ({
  text: `${name}(${args.map(({ text }) => text).join(',')})`,
  of: (env) => {
    const values = args.map((arg) => arg.of(env))
    return values.includes(null) ? null : of(...values)
  },
})

const infix = (left: Term, operator: string, right: Term, of: (a: Value, b: Value) => Value): Term => ({
  text: `(${left.text} ${operator} ${right.text})`,
  of: (env) => {
    const [a, b] = [left.of(env), right.of(env)]
    return a === null || b === null ? null : of(a, b)
  },
})

const constant = (text: string, value: Value): Term => ({ text, of: () => value })

/** Zero has no sign. */
const plain = (value: number): number => value + 0 || 0
const away = (value: number): number => plain(Math.sign(value) * Math.floor(Math.abs(value) + 0.5))

/** Texts by their code points. */
const compared = (a: Value, b: Value): number => {
  if (typeof a !== 'string') return Number(a) - Number(b)
  return Buffer.compare(Buffer.from(a), Buffer.from(b as string))
}

const ORDERS: Readonly<Record<string, (sign: number) => boolean>> = {
  lt: (sign) => sign < 0,
  le: (sign) => sign <= 0,
  gt: (sign) => sign > 0,
  ge: (sign) => sign >= 0,
}

const comparison = (left: Term, operator: string, right: Term): Term => ({
  text: `(${left.text} ${operator} ${right.text})`,
  of: (env) => {
    const [a, b] = [left.of(env), right.of(env)]
    if (operator === 'eq' || operator === 'ne') return (a === b) === (operator === 'eq')
    return a !== null && b !== null && ORDERS[operator]!(compared(a, b))
  },
})

/** Of `or` one that is true decides, of `and` one that is false. */
const joined = (left: Term, operator: 'and' | 'or', right: Term): Term => ({
  text: `(${left.text} ${operator} ${right.text})`,
  of: (env) => {
    const values = [left.of(env), right.of(env)]
    if (values.includes(operator === 'or')) return operator === 'or'
    return values.includes(null) ? null : operator !== 'or'
  },
})

const DAY_MS = 86_400_000
const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
const two = (value: number): string => String(value).padStart(2, '0')
export const clockOf = (seconds: number): string =>
  [seconds / 3_600, (seconds / 60) % 60, seconds % 60].map((part) => two(Math.floor(part))).join(':')

const points = (text: string): string[] => Array.from(text)

const indexOf = (text: string, part: string): number => {
  const at = text.indexOf(part)
  return at < 0 ? -1 : points(text.slice(0, at)).length
}

const BLANKS = /^[\p{White_Space}]+|[\p{White_Space}]+$/gu

const MATCHES: Readonly<Record<string, (text: string, part: string) => boolean>> = {
  contains: (text, part) => text.includes(part),
  startswith: (text, part) => text.startsWith(part),
  endswith: (text, part) => text.endsWith(part),
}

/** The calendar in UTC. */
const CALENDAR: Readonly<Record<string, (at: Date) => number>> = {
  year: (at) => at.getUTCFullYear(),
  month: (at) => at.getUTCMonth() + 1,
  day: (at) => at.getUTCDate(),
  hour: (at) => at.getUTCHours(),
  minute: (at) => at.getUTCMinutes(),
  second: (at) => at.getUTCSeconds(),
}

const dateOf = (value: Value): Date =>
  typeof value === 'number' ? new Date(value) : new Date(`${value as string}T00:00:00Z`)

const AGGREGATES: Readonly<Record<string, (values: readonly number[]) => number | null>> = {
  sum: (values) => (values.length ? values.reduce((sum, value) => sum + value, 0) : null),
  min: (values) => (values.length ? Math.min(...values) : null),
  max: (values) => (values.length ? Math.max(...values) : null),
  countdistinct: (values) => new Set(values).size,
}

/** Makes expressions about rows. */
export class Expressions {
  /** Literals that stand behind the options of the request, `@p0=1` and so on, by the number of their alias. */
  readonly aliases: string[] = []
  readonly #dice: Dice
  #variables = 0
  /** Lambdas around, of which there may be two. */
  #lambdas = 0
  /** Whether what links lead to may be counted. */
  #hasCounts = true

  constructor(dice: Dice) {
    this.#dice = dice
  }

  /** What is made for a column or an order within an expand, where links are not counted. */
  withoutCounts<Made>(make: () => Made): Made {
    const before = this.#hasCounts
    this.#hasCounts = false
    const made = make()
    this.#hasCounts = before
    return made
  }

  /** An expression of a kind. */
  term(kind: Kind, scopes: readonly Scope[], depth = 3): Term {
    const dice = this.#dice
    if (depth === 0 || dice.chance(0.3)) return this.#leaf(kind, scopes)
    if (dice.chance(0.08)) return this.#choice(kind, scopes, depth - 1)
    const make = (of: Kind): Term => this.term(of, scopes, depth - 1)
    switch (kind) {
      case 'text':
        return this.#text(make)
      case 'whole':
        return this.#whole(make, scopes, depth)
      case 'number':
        return this.#number(make)
      case 'truth':
        return this.#truth(make, scopes, depth)
      case 'day':
        return dice.pick([
          () => call('date', [make('moment')], (at: number) => dayOf(at)),
          () => call('cast', [make('moment'), constant('Edm.Date', 0)], (at: number) => dayOf(at)),
          () =>
            infix(make('day'), 'add', constant("duration'P2D'", 2 * DAY_MS), (at, by: number) =>
              dayOf(dateOf(at).getTime() + by),
            ),
          () =>
            infix(make('day'), 'sub', constant("duration'P1D'", DAY_MS), (at, by: number) =>
              dayOf(dateOf(at).getTime() - by),
            ),
        ])()
      case 'moment':
        return dice.pick([
          () => infix(make('moment'), 'add', this.#leaf('duration', scopes), (at: number, by: number) => at + by),
          () => infix(make('moment'), 'sub', this.#leaf('duration', scopes), (at: number, by: number) => at - by),
          () => call('cast', [make('day'), constant('Edm.DateTimeOffset', 0)], (at) => dateOf(at).getTime()),
        ])()
      case 'clock':
        return call('time', [make('moment')], (at: number) => Math.floor((((at % DAY_MS) + DAY_MS) % DAY_MS) / 1_000))
      case 'duration':
        return dice.pick([
          () => infix(make('moment'), 'sub', make('moment'), (a: number, b: number) => a - b),
          () => infix(make('day'), 'sub', make('day'), (a, b) => dateOf(a).getTime() - dateOf(b).getTime()),
          () => infix(make('duration'), 'mul', constant('2', 2), (a: number, b: number) => a * b),
          () => infix(make('duration'), dice.pick(['add']), make('duration'), (a: number, b: number) => a + b),
        ])()
    }
  }

  /** A property, a literal, or null. */
  #leaf(kind: Kind, scopes: readonly Scope[]): Term {
    const dice = this.#dice
    const property = dice.chance(0.7) ? this.path(kind, scopes) : undefined
    if (property) return property
    if (dice.chance(0.08)) return constant('null', null)
    const [text, value] = dice.pick(LITERALS[kind])
    if (dice.chance(0.9)) return constant(text, value)
    return constant(`@p${String(this.aliases.push(text) - 1)}`, value)
  }

  /** A property of a kind, over links or not. */
  path(kind: Kind, scopes: readonly Scope[]): Term | undefined {
    const all = scopes.flatMap(({ prefix, of }) => {
      if (of === kind) return [{ text: prefix, of: (env: Env): Value => env[prefix] as Value }]
      const shape = SHAPES[of]
      if (!shape) return []
      const steps = Object.entries(shape.one).flatMap(([name, to]) => [
        ...(SHAPES[to]!.values[kind] ?? []).map((value) => `${name}/${value}`),
      ])
      return [...(shape.values[kind] ?? []), ...steps].map((path) => ({
        text: prefix ? `${prefix}/${path}` : path,
        of: (env: Env): Value => follow(env[prefix]!, path),
      }))
    })
    return all.length ? this.#dice.pick(all) : undefined
  }

  #choice(kind: Kind, scopes: readonly Scope[], depth: number): Term {
    const [when, then] = [this.term('truth', scopes, depth), this.#leafOfType(kind, scopes)]
    const other = this.#dice.chance(0.5) ? this.#leafOfType(kind, scopes) : undefined
    return {
      text: `case(${when.text}:${then.text}${other ? `,true:${other.text}` : ''})`,
      of: (env) => (when.of(env) === true ? then.of(env) : (other?.of(env) ?? null)),
    }
  }

  /** Values of a choice, which are of one type: a text is no duration there, and times have no fractions. */
  #leafOfType(kind: Kind, scopes: readonly Scope[]): Term {
    const [text, value] = LITERALS[kind][0]!
    return this.path(kind, scopes) ?? constant(text, value)
  }

  #text(make: (of: Kind) => Term): Term {
    const dice = this.#dice
    const small = (): Term => this.#small()
    return dice.pick([
      () => call('tolower', [make('text')], (text: string) => text.toLowerCase()),
      () => call('toupper', [make('text')], (text: string) => text.toUpperCase()),
      () => call('trim', [make('text')], (text: string) => text.replaceAll(BLANKS, '')),
      () => call('concat', [make('text'), make('text')], (a: string, b: string) => a + b),
      () =>
        call('substring', [make('text'), small()], (text: string, from: number) => points(text).slice(from).join('')),
      () =>
        call('substring', [make('text'), small(), small()], (text: string, from: number, length: number) =>
          points(text)
            .slice(from, from + length)
            .join(''),
        ),
      () => call('cast', [this.#uncalculated(make), constant('Edm.String', 0)], (value: number) => String(value)),
      () => call('cast', [make('truth'), constant('Edm.String', 0)], (value: boolean) => String(value)),
      () => call('cast', [make('day'), constant('Edm.String', 0)], (value: string) => value),
    ])()
  }

  /** A whole number; sums of large ones are decimal, which are not made texts of. */
  #uncalculated(make: (of: Kind) => Term): Term {
    const term = make('whole')
    return / (?:add|sub|mul) |\(-/.test(term.text) ? this.#uncalculated(make) : term
  }

  #small(): Term {
    const value = this.#dice.below(5)
    return constant(String(value), value)
  }

  #whole(make: (of: Kind) => Term, scopes: readonly Scope[], depth: number): Term {
    const dice = this.#dice
    const divisor = (): Term => {
      const value = dice.pick([2, -3, 4, 0])
      return constant(String(value), value)
    }
    return dice.pick([
      () => infix(make('whole'), 'add', make('whole'), (a: number, b: number) => a + b),
      () => infix(make('whole'), 'sub', make('whole'), (a: number, b: number) => a - b),
      () => infix(make('whole'), 'mul', this.#small(), (a: number, b: number) => plain(a * b)),
      () =>
        infix(make('whole'), 'div', divisor(), (a: number, b: number) => (b === 0 ? null : plain(Math.trunc(a / b)))),
      () => infix(make('whole'), 'mod', divisor(), (a: number, b: number) => (b === 0 ? null : plain(a % b))),
      () => call('length', [make('text')], (text: string) => points(text).length),
      () => call('indexof', [make('text'), make('text')], indexOf),
      () => {
        const name = dice.pick(['year', 'month', 'day'])
        return call(name, [make(dice.pick(['day', 'moment']))], (at) => CALENDAR[name]!(dateOf(at)))
      },
      () => {
        const name = dice.pick(['hour', 'minute', 'second'])
        return dice.chance(0.5)
          ? call(name, [make('moment')], (at) => CALENDAR[name]!(dateOf(at)))
          : call(name, [make('clock')], (at: number) => CALENDAR[name]!(new Date(at * 1_000)))
      },
      () => call('cast', [make('number'), constant('Edm.Int64', 0)], away),
      () => this.#count(scopes, depth) ?? make('whole'),
      () => {
        const of = make('whole')
        return { text: `(-(${of.text}))`, of: (env: Env): Value => (of.of(env) === null ? null : plain(-of.of(env))) }
      },
    ])()
  }

  #number(make: (of: Kind) => Term): Term {
    const dice = this.#dice
    const either = (): Term => make(dice.pick(['number', 'number', 'whole']))
    return dice.pick([
      () => infix(make('number'), 'add', either(), (a: number, b: number) => a + b),
      () => infix(either(), 'sub', make('number'), (a: number, b: number) => a - b),
      () => infix(make('number'), 'mul', constant('0.5', 0.5), (a: number, b: number) => plain(a * b)),
      () => infix(either(), 'divby', constant('4', 4), (a: number, b: number) => plain(a / b)),
      () => infix(either(), 'divby', constant('0', 0), () => null),
      () => infix(make('number'), 'mod', constant('1.5', 1.5), (a: number, b: number) => plain(a % b)),
      () => call('round', [make('number')], away),
      () => call('floor', [make('number')], (value: number) => plain(Math.floor(value))),
      () => call('ceiling', [make('number')], (value: number) => plain(Math.ceil(value))),
      () => call('cast', [make('whole'), constant('Edm.Decimal', 0)], (value: number) => value),
      () => call('totalseconds', [make('duration')], (value: number) => value / 1_000),
    ])()
  }

  #truth(make: (of: Kind) => Term, scopes: readonly Scope[], depth: number): Term {
    const dice = this.#dice
    const kind = dice.pick<Kind>([
      'text',
      'text',
      'whole',
      'whole',
      'number',
      'truth',
      'day',
      'moment',
      'clock',
      'duration',
    ])
    const operators = kind === 'truth' ? ['eq', 'ne'] : ['eq', 'ne', 'lt', 'le', 'gt', 'ge']
    return dice.pick([
      () => comparison(make(kind), dice.pick(operators), dice.chance(0.15) ? constant('null', null) : make(kind)),
      () => comparison(make('number'), dice.pick(operators.slice(0, 6)), make('whole')),
      () => joined(make('truth'), dice.pick(['and', 'or'] as const), make('truth')),
      () => {
        const of = make('truth')
        return { text: `(not ${of.text})`, of: (env: Env): Value => (of.of(env) === null ? null : !of.of(env)) }
      },
      () => {
        const name = dice.pick(Object.keys(MATCHES))
        return call(name, [make('text'), make('text')], MATCHES[name]!)
      },
      () => {
        const pattern = dice.pick(['^a', '[^a-z]+$', 'B?read', '^.{2}$', String.raw`\s`])
        return call('matchesPattern', [make('text'), constant(`'${pattern}'`, pattern)], (text: string) =>
          new RegExp(pattern, 'u').test(text),
        )
      },
      () => this.#member(make(kind), kind),
      () => this.#typeTest(scopes) ?? make('truth'),
      () => this.#lambda(scopes, depth) ?? make('truth'),
      () => this.#lambda(scopes, depth) ?? make('truth'),
    ])()
  }

  #member(of: Term, kind: Kind): Term {
    const dice = this.#dice
    const list = Array.from({ length: 1 + dice.below(3) }, () => dice.pick(LITERALS[kind]))
    const items = dice.chance(0.2) ? [...list, ['null', null] as const] : list
    return {
      text: `(${of.text} in (${items.map(([text]) => text).join(',')}))`,
      of: (env) => items.some(([, value]) => value === of.of(env)),
    }
  }

  /** Whether a property is of a type, which the model says, whatever its value. */
  #typeTest(scopes: readonly Scope[]): Term | undefined {
    const kind = this.#dice.pick(Object.keys(TYPES) as Kind[])
    const property = this.path(kind, scopes)
    const type = this.#dice.pick(Object.values(TYPES))
    return property && constant(`isof(${property.text},${type})`, TYPES[kind] === type)
  }

  /** A collection that can be reached, and what it is of. */
  #collection(scopes: readonly Scope[]): Collection | undefined {
    const all = scopes.flatMap(({ prefix, of }) =>
      Object.entries(SHAPES[of]?.many ?? {}).map(([path, each]) => ({
        text: prefix ? `${prefix}/${path}` : path,
        each,
        of: (env: Env): readonly Value[] => (follow(env[prefix]!, path) ?? []) as readonly Value[],
      })),
    )
    return all.length ? this.#dice.pick(all) : undefined
  }

  /** Now and then those alone of which a condition holds. */
  #filtered(collection: Collection | undefined, depth: number): Collection | undefined {
    if (!collection || !this.#dice.chance(0.2)) return collection
    const prefix = SHAPES[collection.each] ? '' : '$this'
    const within = this.term('truth', [{ prefix, of: collection.each }], depth - 1)
    return {
      ...collection,
      text: `${collection.text}/$filter(${within.text})`,
      of: (env) => collection.of(env).filter((each) => within.of({ [prefix]: each as Row }) === true),
    }
  }

  /** One whole number of a collection of records, of which null is none. */
  #aggregate({ text, each, of }: Collection): Term | undefined {
    const name = this.#dice.pick(Object.keys(AGGREGATES))
    const property = SHAPES[each] && this.path('whole', [{ prefix: '', of: each }])
    if (!property) return undefined
    const within = this.#dice.chance(0.5)
      ? property
      : infix(property, 'mul', this.#small(), (a: number, b: number) => plain(a * b))
    const valuesOf = (env: Env): number[] =>
      of(env)
        .map((row) => within.of({ '': row as Row }) as number | null)
        .filter((value) => value !== null)
    return { text: `${text}/aggregate(${within.text} with ${name})`, of: (env) => AGGREGATES[name]!(valuesOf(env)) }
  }

  #lambda(scopes: readonly Scope[], depth: number): Term | undefined {
    if (this.#lambdas === 2) return undefined
    const collection = this.#filtered(this.#collection(scopes), depth)
    if (!collection) return undefined
    const dice = this.#dice
    if (dice.chance(0.15)) return { text: `${collection.text}/any()`, of: (env) => collection.of(env).length > 0 }
    const name = dice.pick(['any', 'all'])
    const prefix = `x${String(this.#variables++)}`
    this.#lambdas++
    const within = this.term('truth', [{ prefix, of: collection.each }, ...(dice.chance(0.6) ? scopes : [])], depth - 1)
    this.#lambdas--
    return {
      text: `${collection.text}/${name}(${prefix}:${within.text})`,
      of: (env) => {
        const isTrue = (each: Value): boolean => within.of({ ...env, [prefix]: each }) === true
        return name === 'any' ? collection.of(env).some(isTrue) : collection.of(env).every(isTrue)
      },
    }
  }

  #count(scopes: readonly Scope[], depth: number): Term | undefined {
    const collection = this.#filtered(this.#collection(scopes), depth)
    if (!collection || (!this.#hasCounts && SHAPES[collection.each])) return undefined
    if (this.#dice.chance(0.3)) return this.#aggregate(collection)
    if (this.#dice.chance(0.5)) return { text: `${collection.text}/$count`, of: (env) => collection.of(env).length }
    const isOfValues = !SHAPES[collection.each]
    const prefix = isOfValues ? '$this' : ''
    const within = this.term('truth', [{ prefix, of: collection.each }], depth - 1)
    return {
      text: `${collection.text}/$count($filter=${within.text})`,
      of: (env) => collection.of(env).filter((each) => within.of({ [prefix]: each as Row }) === true).length,
    }
  }
}
