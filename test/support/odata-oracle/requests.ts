/** Requests of OData at random, each with the rows that it must be answered with; each kind of it in one class, over 200 lines. */
import { clockOf, type Dice, type Env, Expressions, type Scope, type Term } from './expressions.ts'
import { type Kind, type Row, ROWS, SHAPES } from './rows.ts'

type Json = any // eslint-disable-line @typescript-eslint/no-explicit-any -- arbitrary JSON

/** A request, and the text or the rows of its answer; of rows that have no order, any. */
export interface Request {
  readonly path: string
  readonly expected: Json
  readonly isOrdered: boolean
  /** The option that is wrong: the answer is 400, and names it. */
  readonly wrong?: string
}

const durationOf = (ms: number): string => {
  const total = Math.abs(ms)
  const part = (unit: number, most: number): number => Math.floor(total / unit) % most
  const seconds = (total % 60_000) / 1_000
  const [days, hours, minutes] = [part(86_400_000, Infinity), part(3_600_000, 24), part(60_000, 60)]
  const time = `${hours ? `${String(hours)}H` : ''}${minutes ? `${String(minutes)}M` : ''}${seconds ? `${String(seconds)}S` : ''}`
  const text = `${days ? `${String(days)}D` : ''}${time && `T${time}`}`
  return `${ms < 0 ? '-' : ''}P${text || 'T0S'}`
}

/** A value as JSON has it. */
const written = (kind: Kind, value: Json): Json => {
  if (value === null) return null
  if (kind === 'moment') return new Date(value as number).toISOString()
  if (kind === 'clock') return clockOf(value as number)
  return kind === 'duration' ? durationOf(value as number) : value
}

const isText = (value: Json): boolean => typeof value === 'string'

/** Missing values are the least. */
const byValue = (a: Json, b: Json): number => {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null)
  return isText(a) ? (a < b ? -1 : Number(a > b)) : Number(a) - Number(b)
}

interface Column {
  readonly name: string
  readonly kind: Kind
  readonly term: Term
}

/** What the rows of a collection are, and what is asked of them. */
interface Asked {
  readonly options: readonly string[]
  rows(rows: readonly Row[], outer: Env): { value: Row[]; count?: number }
}

const KINDS: readonly Kind[] = ['text', 'whole', 'number', 'truth', 'day', 'moment', 'clock', 'duration']
/** The order of texts is that of a language, of which engines have their own rules. */
const SORTED: readonly Kind[] = ['whole', 'number', 'truth', 'day', 'moment', 'clock', 'duration']

const valuesOf = (set: string): (readonly [name: string, kind: Kind])[] =>
  Object.entries(SHAPES[set]!.values).flatMap(([kind, names]) => names.map((name) => [name, kind as Kind] as const))

const WANTED = [
  'bread',
  'a',
  'OPEN',
  "it's",
  'straße',
  'b',
  '😀',
  'Σ',
  '%_',
  'n4',
  'crust',
  'food',
  'nothing of it',
  'x',
]

/** More uses of any() and all() are refused. */
const MOST_LAMBDAS = 5
const LAMBDA = /\b(?:any|all)\(/g

/** Makes requests. */
export class Requests {
  readonly #dice: Dice
  readonly #expressions: Expressions

  constructor(dice: Dice) {
    this.#dice = dice
    this.#expressions = new Expressions(dice)
  }

  next(): Request {
    const { aliases } = this.#expressions
    aliases.length = 0
    const request = this.#dice.chance(0.04) ? this.#wrong() : this.#any()
    if ((request.path.match(LAMBDA) ?? []).length > MOST_LAMBDAS) return this.next()
    const values = aliases.map((value, index) => `@p${String(index)}=${value}`)
    const mark = request.path.includes('?') ? '&' : '?'
    return { ...request, path: [request.path, ...values].join(mark) }
  }

  /** A request with one mistake. */
  #wrong(): Request {
    const dice = this.#dice
    const scopes: readonly Scope[] = [{ prefix: '', of: 'Products' }]
    const make = (kind: Kind): string => this.#expressions.term(kind, scopes, 2).text
    const condition = make('truth')
    const mistake = dice.pick([
      () => `${condition} and`,
      () => `(${condition}`,
      () => `${condition})`,
      () => `${condition} and nothing eq 1`,
      () => `name eq ${dice.pick(['5', 'true', '2024-01-01'])} or ${condition}`,
      () => `length(${make('whole')},1) eq 1`,
      () => `nosuch(${make('text')}) or ${condition}`,
      () => `year(name) eq 1 and ${condition}`,
      () => `parts/any(x:x/nothing eq 1) or ${condition}`,
      () => `tags/any(x:x gt 5)`,
      () => '(name eq code) add 1 eq 2',
      () => `released add 1 eq released`,
      () => `category/products eq null or ${condition}`,
    ])()
    const [name, option] = dice.pick([
      ['$filter', `$filter=${mistake}`],
      ['$compute', `$compute=${mistake} as b&$select=b`],
      ['$orderby', `$orderby=${mistake}`],
      ['$expand', `$expand=category($expand=products($filter=${mistake}))`],
      ['$apply', `$apply=filter(${mistake})/aggregate($count as n)`],
    ] as const)
    return { path: `Products?${option}`, expected: undefined, isOrdered: true, wrong: name }
  }

  #any(): Request {
    const dice = this.#dice
    if (dice.chance(0.25)) return this.#applied()
    const set = dice.pick(['Products', 'Products', 'Products', 'Categories', 'Parts', 'Rooms'])
    if (dice.chance(0.12)) return this.#count(set)
    const asked = this.#asked(set, [{ prefix: '', of: set }], 2)
    const { value, count } = asked.rows(ROWS[set]!, {})
    return {
      path: `${set}?${asked.options.join('&')}`,
      expected: { ...(count !== undefined && { '@odata.count': count }), value },
      isOrdered: true,
    }
  }

  #count(set: string): Request {
    const filter = this.#expressions.term('truth', [{ prefix: '', of: set }])
    const search = this.#dice.chance(0.3) ? this.#search(set) : undefined
    return {
      path: `${set}/$count?$filter=${filter.text}${search ? `&$search=${search.text}` : ''}`,
      expected: ROWS[set]!.filter(
        (row) => filter.of({ '': row }) === true && (!search || search.of({ '': row }) === true),
      ).length,
      isOrdered: true,
    }
  }

  /** Words and phrases that are looked for in the texts of a record, whatever their case. */
  #search(set: string, depth = 2): Term {
    const dice = this.#dice
    if (depth === 0 || dice.chance(0.4)) {
      const wanted = dice.pick(WANTED)
      const found = (row: Row): boolean =>
        SHAPES[set]!.searched.some((name) => (row[name] as string | null)?.toLowerCase().includes(wanted.toLowerCase()))
      return { text: /[^\p{L}\p{N}]/u.test(wanted) ? `"${wanted}"` : wanted, of: (env) => found(env['']!) }
    }
    const [a, b] = [this.#search(set, depth - 1), this.#search(set, depth - 1)]
    return dice.pick<() => Term>([
      () => ({ text: `(${a.text} OR ${b.text})`, of: (env) => a.of(env) || b.of(env) }),
      () => ({ text: `${a.text} AND ${b.text}`, of: (env) => a.of(env) && b.of(env) }),
      () => ({ text: `${a.text} ${b.text}`, of: (env) => a.of(env) && b.of(env) }),
      () => ({ text: `NOT ${a.text.includes(' ') ? `(${a.text})` : a.text}`, of: (env) => !a.of(env) }),
    ])()
  }

  /** What may be asked of a collection. Names of what is computed are as an expression may have them. */
  #asked(set: string, scopes: readonly Scope[], depth: number, root: Scope = { prefix: '$it', of: set }): Asked {
    const dice = this.#dice
    const wider = this.#expressions
    const isNested = root.of !== set || depth < 2
    const make = <Made>(what: () => Made): Made => (isNested ? wider.withoutCounts(what) : what())
    const columns = dice.chance(0.35) ? make(() => this.#columns(scopes)) : []
    const filter = dice.chance(0.6) ? wider.term('truth', scopes) : undefined
    const search = dice.chance(0.15) ? this.#search(set) : undefined
    const key = { name: 'ID', isDescending: dice.chance(0.3) }
    const orders = Array.from({ length: dice.below(3) }, () => dice.pick(SORTED)).flatMap((kind) => {
      const property = wider.path(kind, scopes.slice(0, 1))
      return property ? [{ term: make(() => this.#mixed(kind, property, scopes)), isDescending: dice.chance(0.5) }] : []
    })
    const [skip, top] = [dice.chance(0.2) ? dice.below(4) : 0, dice.chance(0.25) ? dice.below(5) : undefined]
    const isCounted = dice.chance(0.3)
    const selected = valuesOf(set).filter(() => dice.chance(0.4))
    const expansions = depth ? this.#expansions(set, depth - 1, root) : []
    const options = [
      ...(columns.length ? [`$compute=${columns.map(({ name, term }) => `${term.text} as ${name}`).join(',')}`] : []),
      ...(filter ? [`$filter=${filter.text}`] : []),
      ...(search ? [`$search=${search.text}`] : []),
      `$orderby=${[...orders, { term: { text: key.name }, ...key }].map(({ term, isDescending }) => `${term.text}${isDescending ? ' desc' : ''}`).join(',')}`,
      ...(skip ? [`$skip=${String(skip)}`] : []),
      ...(top === undefined ? [] : [`$top=${String(top)}`]),
      ...(isCounted ? ['$count=true'] : []),
      `$select=${['ID', ...selected.map(([name]) => name).filter((name) => name !== 'ID'), ...columns.map(({ name }) => name)].join(',')}`,
      ...(expansions.length ? [`$expand=${expansions.map(({ text }) => text).join(',')}`] : []),
    ]
    return {
      options,
      rows: (rows, outer) => {
        const envOf = (row: Row): Env => ({ ...outer, '': row, ...(!('$it' in outer) && { $it: row }) })
        const found = rows.filter(
          (row) => (!filter || filter.of(envOf(row)) === true) && (!search || search.of(envOf(row)) === true),
        )
        const ordered = found.toSorted((a, b) => {
          for (const { term, isDescending } of orders) {
            const sign = byValue(term.of(envOf(a)), term.of(envOf(b)))
            if (sign) return isDescending ? -sign : sign
          }
          return key.isDescending ? byValue(b[key.name], a[key.name]) : byValue(a[key.name], b[key.name])
        })
        const page = ordered.slice(skip, top === undefined ? undefined : skip + top)
        const value = page.map((row) => {
          const env = envOf(row)
          return Object.fromEntries([
            ['ID', row['ID']],
            ...selected.map(([name, kind]) => [name, written(kind, row[name])]),
            ...columns.map(({ name, kind, term }) => [name, written(kind, term.of(env))]),
            ...expansions.flatMap((expansion) => expansion.of(row, env)),
          ]) as Row
        })
        return { value, ...(isCounted && { count: found.length }) }
      },
    }
  }

  #columns(scopes: readonly Scope[]): Column[] {
    return ['a', 'b'].slice(this.#dice.below(2)).flatMap((name) => {
      const kind = this.#dice.pick(KINDS)
      const property = this.#expressions.path(kind, scopes.slice(0, 1))
      return property ? [{ name, kind, term: this.#mixed(kind, property, scopes) }] : []
    })
  }

  /** What is computed is computed of something. */
  #mixed(kind: Kind, property: Term, scopes: readonly Scope[]): Term {
    const when = this.#expressions.term('truth', scopes, 2)
    const other = this.#expressions.term(kind, scopes, 2)
    if (kind === 'clock' || this.#dice.chance(0.3)) return property
    return {
      text: `case(${when.text}:${property.text},${property.text} eq null:${other.text})`,
      of: (env) =>
        when.of(env) === true || property.of(env) !== null
          ? when.of(env) === true
            ? property.of(env)
            : null
          : other.of(env),
    }
  }

  #expansions(
    set: string,
    depth: number,
    root: Scope,
  ): { text: string; of: (row: Row, env: Env) => [string, Json][] }[] {
    const dice = this.#dice
    const { one, many } = SHAPES[set]!
    const links = [
      ...Object.entries(one),
      ...Object.entries(many).filter(([name, to]) => SHAPES[to] && !name.includes('/')),
    ]
    return links
      .filter(() => dice.chance(0.35))
      .map(([name, to]) => {
        const inner: readonly Scope[] = [{ prefix: '', of: to }, ...(dice.chance(0.2) ? [root] : [])]
        if (name === SHAPES[set]!.above && dice.chance(0.5)) return this.#levels(set, name)
        if (name in one) {
          const values = valuesOf(to).filter(() => dice.chance(0.5))
          const names = [...new Set(['ID', ...values.map(([value]) => value)])]
          const further = depth ? this.#expansions(to, depth - 1, root) : []
          const expand = further.length ? `;$expand=${further.map(({ text }) => text).join(',')}` : ''
          return {
            text: `${name}($select=${names.join(',')}${expand})`,
            of: (row, env) => {
              const target = row[name] as Row | null
              if (!target) return [[name, null]]
              const fields = [
                ['ID', target['ID']],
                ...values.map(([value, kind]) => [value, written(kind, target[value])] as const),
                ...further.flatMap((each) => each.of(target, { ...env, '': target })),
              ]
              return [[name, Object.fromEntries(fields as [string, Json][])]]
            },
          }
        }
        const asked = this.#asked(to, inner, depth, root)
        return {
          text: `${name}(${asked.options.join(';')})`,
          of: (row, env) => {
            const { value, count } = asked.rows(row[name] as Row[], { $it: env['$it']! })
            return [[name, value], ...(count === undefined ? [] : [[`${name}@odata.count`, count] as [string, Json]])]
          },
        }
      })
  }

  /** A record above, with those above it, as many levels as are asked for. */
  #levels(set: string, name: string): { text: string; of: (row: Row, env: Env) => [string, Json][] } {
    const dice = this.#dice
    const levels = 1 + dice.below(4)
    const values = valuesOf(set).filter(([value]) => value !== 'ID' && dice.chance(0.5))
    const above = (row: Row, left: number): [string, Json][] => {
      if (left === 0) return []
      const target = row[name] as Row | null
      if (!target) return [[name, null]]
      const fields = values.map(([value, kind]) => [value, written(kind, target[value])] as const)
      return [[name, Object.fromEntries([['ID', target['ID']], ...fields, ...above(target, left - 1)])]]
    }
    const select = ['ID', ...values.map(([value]) => value)].join(',')
    return { text: `${name}($select=${select};$levels=${String(levels)})`, of: (row) => above(row, levels) }
  }

  /** Figures of products. */
  #applied(): Request {
    const dice = this.#dice
    const scopes: readonly Scope[] = [{ prefix: '', of: 'Products' }]
    const expressions = this.#expressions
    const filter = dice.chance(0.5) ? expressions.term('truth', scopes) : undefined
    const found = ROWS['Products']!.filter((row) => !filter || filter.of({ '': row }) === true)
    const steps = filter ? [`filter(${filter.text})`] : []
    const aggregates = this.#aggregates(scopes)
    const by = dice.chance(0.7)
      ? [
          ...new Set(
            Array.from({ length: 1 + dice.below(2) }, () =>
              dice.pick(['state', 'rating', 'category_ID', 'released', 'origin_city', 'fresh']),
            ),
          ),
        ]
      : []
    const aggregate = `aggregate(${aggregates.map(({ text }) => text).join(',')})`
    steps.push(by.length ? `groupby((${by.join(',')}),${aggregate})` : aggregate)
    const groups = Map.groupBy(found, (row) => JSON.stringify(by.map((name) => row[name])))
    if (!by.length && !groups.size) groups.set('', [])
    let rows = [...groups.values()].map((group) => ({
      ...Object.fromEntries(by.map((name) => [name, group[0]![name]])),
      ...Object.fromEntries(aggregates.map(({ name, of }) => [name, of(group)])),
    })) as Row[]
    if (dice.chance(0.4)) {
      const least = dice.below(4)
      steps.push(`filter(n gt ${String(least)})`)
      rows = rows.filter((row) => row['n'] > least)
    }
    if (dice.chance(0.3)) {
      steps.push('compute(n mul 2 as twice)')
      rows = rows.map((row) => ({ ...row, twice: (row['n'] as number) * 2 }))
    }
    return { path: `Products?$apply=${steps.join('/')}`, expected: { value: rows }, isOrdered: false }
  }

  #aggregates(scopes: readonly Scope[]): { text: string; name: string; of: (rows: readonly Row[]) => Json }[] {
    const dice = this.#dice
    const all = Array.from({ length: dice.below(3) }, (_, index) => {
      const kind = dice.pick<Kind>(['whole', 'number', 'day', 'moment'])
      const property = this.#expressions.path(kind, scopes)!
      const isNumber = kind === 'whole' || kind === 'number'
      const method = dice.pick(
        isNumber ? ['sum', 'min', 'max', 'average', 'countdistinct'] : ['min', 'max', 'countdistinct'],
      )
      const name = `v${String(index)}`
      return {
        text: `${property.text} with ${method} as ${name}`,
        name,
        of: (rows: readonly Row[]): Json => {
          const values = rows.map((row) => property.of({ '': row })).filter((value) => value !== null)
          if (method === 'countdistinct') return new Set(values).size
          if (!values.length) return null
          if (method === 'min' || method === 'max') {
            const sorted = values.toSorted(byValue)
            return written(kind, method === 'min' ? sorted[0] : sorted.at(-1))
          }
          const sum = values.reduce((total: number, value) => total + Number(value), 0)
          return method === 'sum' ? sum : sum / values.length
        },
      }
    })
    return [{ text: '$count as n', name: 'n', of: (rows) => rows.length }, ...all]
  }
}
