/** Requests at random: OData as the services speak it, with values, names and characters that do not belong there. */
import cds from '@sap/cds'
import fc from 'fast-check'
import { exchange } from './exchange.ts'
import { ROOT } from './server-process.ts'
import type { HostileRequest } from './hostile-requests.ts'

/** An entity set as a client finds it in `$metadata`, with a few keys of its records. */
interface EntitySet {
  readonly root: string
  readonly name: string
  readonly properties: readonly string[]
  /** Names of properties with a literal of their type. */
  readonly typed: readonly (readonly [name: string, literal: string])[]
  readonly navigations: readonly string[]
  readonly keys: readonly string[]
}

interface Element {
  readonly name: string
  readonly isAssociation?: boolean
  readonly key?: boolean
  readonly _type?: string
}

interface Entity {
  readonly name: string
  readonly elements: Iterable<Element>
  readonly keys: Iterable<Element>
}

const RECORDS = 5

const TYPED: Readonly<Record<string, string>> = {
  'cds.String': "'a'",
  'cds.LargeString': "'a'",
  'cds.UUID': '00000000-0000-4000-8000-000000000000',
  'cds.Integer': '4',
  'cds.Boolean': 'true',
  'cds.Date': '1977-05-25',
  'cds.Timestamp': '2024-01-01T00:00:00Z',
}

/** Finds out what there is to ask for, in the model and on a running server. */
export async function exploreServices(url: string): Promise<EntitySet[]> {
  const csn: unknown = await cds.load('*', { root: ROOT } as never)
  const model = cds.linked(cds.compile.for.nodejs(csn as never) as never)
  const sets: EntitySet[] = []
  for (const service of model.services as unknown as Iterable<{
    name: string
    '@path': string
    entities: Iterable<Entity>
  }>) {
    const root = `/odata/v4/${service['@path']}`
    for (const entity of service.entities) {
      const name = entity.name.slice(service.name.length + 1).replaceAll('.', '_')
      const elements = [...entity.elements]
      const keyNames = [...entity.keys].filter(({ isAssociation }) => !isAssociation).map((key) => key.name)
      const reply = await exchange(url, root, { path: `${name}?$top=${RECORDS}` })
      const { value = [] } = JSON.parse(reply.text) as { value?: Record<string, unknown>[] }
      const literal = (field: unknown): string =>
        typeof field === 'string' && !/^[\da-f-]{36}$/.test(field) ? `'${encodeURIComponent(field)}'` : String(field)
      sets.push({
        root,
        name,
        properties: elements.filter(({ isAssociation }) => !isAssociation).map((element) => element.name),
        typed: elements.flatMap(({ name: property, _type }) => {
          const literal = TYPED[_type ?? '']
          return literal === undefined ? [] : [[property, literal] as const]
        }),
        navigations: elements.filter(({ isAssociation }) => isAssociation).map((element) => element.name),
        keys: value.map((row) => keyNames.map((key) => `${key}=${literal(row[key])}`).join(',')),
      })
    }
  }
  return sets
}

const oneOf = fc.constantFrom
const ODD_NAMES = ['__proto__', 'constructor', 'toString', 'nothing', 'IsActiveEntity', '$it', '$count', '*', 'ID', '']
const LITERALS = [
  ...["'x'", "''", "'%'", "'_'", "'\\'", "'a''b'", "'Ünï ✓'", "'%00'", "'%0a'", "'%1b[31m'"],
  ...['1', '-1', '0', '1.5', '-0', '1e3', '1e400', '99999999999999999999', '9007199254740993', 'NaN', 'INF', '-INF'],
  ...['null', 'true', 'false', 'TRUE', '2024-02-30', '2024-02-29', '23:59:59', '99:99:99', '2024-01-01T00:00:00Z'],
  ...['00000000-0000-0000-0000-000000000000', "duration'P1D'", "binary'AA=='", '@a', '$root', '{}', '[1]', '{"a":1}'],
]
const COMPARISONS = ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'in', 'has', 'EQ', 'like']
const FUNCTIONS = [
  ...['contains', 'startswith', 'endswith', 'length', 'indexof', 'substring', 'tolower', 'toupper', 'trim', 'concat'],
  ...['year', 'month', 'day', 'hour', 'minute', 'second', 'fractionalseconds', 'date', 'time', 'now', 'maxdatetime'],
  ...['round', 'floor', 'ceiling', 'cast', 'isof', 'matchesPattern', 'totaloffsetminutes', 'hassubset', 'case'],
]
const AGGREGATES = ['sum', 'min', 'max', 'average', 'countdistinct', 'x']
const NOISE = [
  '%',
  "'",
  '"',
  '(',
  ')',
  ',',
  ';',
  '=',
  '/',
  '\\',
  '?',
  '&',
  '$',
  '@',
  ' ',
  '%00',
  '%27',
  '%25',
  '[',
  '}',
  '+',
]

/** Expressions of `$filter` and the like over the names of one entity set. */
const expressions = ({ properties, navigations, typed }: EntitySet) => {
  const property = fc.oneof(
    { weight: 20, arbitrary: oneOf(...properties) },
    {
      weight: 2,
      arbitrary: fc.tuple(oneOf(...navigations, 'x'), oneOf(...properties, 'ID', 'name')).map((p) => p.join('/')),
    },
    { weight: 1, arbitrary: oneOf(...ODD_NAMES, ...navigations) },
  )
  const literal = oneOf(...LITERALS)
  const sound = fc
    .tuple(oneOf(...typed), oneOf('eq', 'ne', 'lt', 'ge', 'in', 'contains', 'length', 'tolower'))
    .map(([[name, value], how]) => {
      if (how === 'in') return `${name} in (${value},${value})`
      if (!value.startsWith("'")) return `${name} ${/^[a-z]{2}$/.test(how) ? how : 'eq'} ${value}`
      if (how === 'contains') return `contains(${name},${value})`
      if (how === 'length') return `length(${name}) gt 3`
      return how === 'tolower' ? `tolower(${name}) eq ${value}` : `${name} ${how} ${value}`
    })
  return fc.letrec<{ value: string; condition: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'value' },
      property,
      literal,
      fc
        .tuple(oneOf(...FUNCTIONS), fc.array(tie('value'), { maxLength: 3 }))
        .map(([name, args]) => `${name}(${args.join(',')})`),
      fc
        .tuple(tie('value'), oneOf('add', 'sub', 'mul', 'div', 'mod', 'divby'), tie('value'))
        .map((parts) => parts.join(' ')),
    ),
    condition: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'condition' },
      fc.tuple(tie('value'), oneOf(...COMPARISONS), tie('value')).map((parts) => parts.join(' ')),
      fc.tuple(property, fc.array(literal, { maxLength: 4 })).map(([name, list]) => `${name} in (${list.join(',')})`),
      fc.tuple(tie('condition'), oneOf('and', 'or', 'xor'), tie('condition')).map((parts) => parts.join(' ')),
      tie('condition').map((condition) => `not (${condition})`),
      fc
        .tuple(oneOf(...navigations, 'x'), oneOf('any', 'all'), property, literal)
        .map(([navigation, lambda, name, value]) => `${navigation}/${lambda}(v:v/${name} eq ${value})`),
      { weight: 6, arbitrary: sound },
    ),
  }))
}

const wholeNumber = oneOf(
  '0',
  '1',
  '2',
  '3',
  '5',
  '7',
  '10',
  '100',
  '1000',
  '-1',
  '1e3',
  '2147483648',
  '9999999999999999999',
  'x',
  '',
)

/** `$expand` items three deep, with options of their own. */
const expansion = (sets: readonly EntitySet[], { navigations }: EntitySet): fc.Arbitrary<string> => {
  const all = [...new Set(sets.flatMap((set) => set.navigations))]
  return fc.letrec<{ item: string }>((tie) => ({
    item: fc
      .tuple(
        fc.oneof(
          { weight: 12, arbitrary: oneOf(...navigations, '*') },
          { weight: 1, arbitrary: oneOf(...all, ...ODD_NAMES) },
        ),
        fc.oneof(
          { maxDepth: 3, depthIdentifier: 'expand' },
          fc.constant(''),
          wholeNumber.map((number) => `($top=${number})`),
          oneOf('name', 'ID', 'x').map((name) => `($select=${name};$orderby=${name} desc)`),
          tie('item').map((item) => `($expand=${item})`),
        ),
      )
      .map((parts) => parts.join('')),
  })).item
}

const options = (sets: readonly EntitySet[], set: EntitySet): fc.Arbitrary<string> => {
  const { condition, value } = expressions(set)
  const names = fc.oneof(
    { weight: 4, arbitrary: fc.array(oneOf(...set.properties), { minLength: 1, maxLength: 4 }) },
    {
      weight: 1,
      arbitrary: fc.array(oneOf(...set.properties, ...set.navigations, ...ODD_NAMES), { minLength: 1, maxLength: 4 }),
    },
  )
  const steps = fc.oneof(
    condition.map((filter) => `filter(${filter})`),
    names.map((list) => `groupby((${list.join(',')}),aggregate($count as c))`),
    fc
      .tuple(oneOf(...set.properties), oneOf(...AGGREGATES))
      .map(([name, how]) => `aggregate(${name} with ${how} as a)`),
    value.map((computed) => `compute(${computed} as z)`),
    oneOf('identity', 'orderby(ID)', 'top(1)', 'skip(-1)', 'search(x)', 'topcount(1,ID)', 'concat(identity,identity)'),
  )
  const option = fc.oneof(
    condition.map((filter) => `$filter=${filter}`),
    names.map((list) => `$select=${list.join(',')}`),
    fc
      .tuple(
        fc.oneof({ weight: 4, arbitrary: oneOf(...set.properties) }, { weight: 1, arbitrary: value }),
        oneOf('', ' asc', ' desc', ' desc', ' up'),
      )
      .map(([by, way]) => `$orderby=${by}${way}`),
    fc.array(expansion(sets, set), { minLength: 1, maxLength: 3 }).map((items) => `$expand=${items.join(',')}`),
    wholeNumber.map((number) => `$top=${number}`),
    wholeNumber.map((number) => `$skip=${number}`),
    oneOf('true', 'false', 'x').map((count) => `$count=${count}`),
    fc
      .array(oneOf('a', '"b c"', 'AND', 'OR', 'NOT', '(', ')', '"', "'", '%25', '\\'), { maxLength: 5 })
      .map((words) => `$search=${words.join(' ')}`),
    fc.array(steps, { minLength: 1, maxLength: 3 }).map((list) => `$apply=${list.join('/')}`),
    value.map((computed) => `$compute=${computed} as z`),
    oneOf('json', 'xml', 'application/json;odata.metadata=none').map((format) => `$format=${format}`),
    oneOf('1', 'x', 'eyJyIjoxLCJjIjpbXX0=').map((token) => `$skiptoken=${token}`),
  )
  return fc.array(option, { maxLength: 3 }).map((list) => list.join('&'))
}

const path = (set: EntitySet): fc.Arbitrary<string> => {
  const key = fc.oneof(
    { weight: 4, arbitrary: oneOf(...(set.keys.length > 0 ? set.keys : ["ID='x'"])) },
    { weight: 1, arbitrary: oneOf(...LITERALS).map((literal) => `${set.properties[0] ?? 'ID'}=${literal}`) },
    { weight: 1, arbitrary: oneOf(...LITERALS) },
  )
  const rest = fc.oneof(
    { weight: 4, arbitrary: fc.constant('') },
    { weight: 3, arbitrary: oneOf(...set.navigations, ...set.properties).map((name) => `/${name}`) },
    { weight: 1, arbitrary: oneOf(...ODD_NAMES).map((name) => `/${name}`) },
    { weight: 1, arbitrary: oneOf('/$count', '/$value', '/$ref', '/SagaFilm.draftEdit', '/SagaFilm.draftPrepare') },
  )
  return fc.oneof(
    { weight: 5, arbitrary: fc.constant(set.name) },
    { weight: 4, arbitrary: fc.tuple(key, rest).map(([predicate, more]) => `${set.name}(${predicate})${more}`) },
    { weight: 1, arbitrary: oneOf('', '$metadata', '$entity', '$count', `${set.name}/$count`, `${set.name}/x`) },
  )
}

const ODD_VALUES = [
  'x',
  '',
  1,
  -1,
  1.5,
  1e300,
  true,
  null,
  {},
  [],
  ['x'],
  '2024-02-30',
  'a\0b',
  '\ud800',
  '%',
  { a: { b: 1 } },
]

/** The JSON value of a literal of `TYPED`. */
const valueOf = (literal: string): unknown =>
  literal.startsWith("'")
    ? literal.slice(1, -1)
    : /^(\d+|true)$/.test(literal)
      ? (JSON.parse(literal) as unknown)
      : literal

const body = ({ properties, navigations, typed }: EntitySet): fc.Arbitrary<string> => {
  const names = oneOf(...properties, ...navigations, ...navigations.map((name) => `${name}@odata.bind`), ...ODD_NAMES)
  const sound = oneOf(...typed).map(([name, literal]) => [name, valueOf(literal)] as const)
  const odd = fc.tuple(names, oneOf<unknown>(...ODD_VALUES))
  const record = fc.array(fc.oneof({ weight: 5, arbitrary: sound }, { weight: 1, arbitrary: odd }), { maxLength: 5 })
  return fc.oneof(
    { weight: 8, arbitrary: record.map((pairs) => JSON.stringify(Object.fromEntries(pairs))) },
    { weight: 1, arbitrary: fc.json({ maxDepth: 4 }) },
    { weight: 1, arbitrary: oneOf('', '{', '[', 'null', '{"a":1,}') },
  )
}

const ODD_HEADERS = fc.record(
  {
    accept: oneOf('*/*', 'application/json', 'application/json;IEEE754Compatible=true', 'text/html', ';'),
    'accept-language': oneOf('en', 'de-CH', 'xx', '*'),
    prefer: oneOf('return=minimal', 'return=representation', 'maxpagesize=1', 'odata.maxpagesize=-1', 'x=y;z'),
    'if-match': oneOf('*', '"x"', 'x'),
    'odata-maxversion': oneOf('4.0', '4.01', '1', 'x'),
  },
  { requiredKeys: [] },
)

const HEADERS = fc.oneof(
  { weight: 6, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: ODD_HEADERS },
) as fc.Arbitrary<Record<string, string>>

/** Cuts a text, or puts something in that does not belong there. */
const mutated = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(text, fc.double({ min: 0, max: 1, noNaN: true }), oneOf(...NOISE, '')).map(([whole, place, noise]) => {
    const at = Math.floor(place * whole.length)
    return whole.slice(0, at) + noise + (noise === '' ? '' : whole.slice(at))
  })

const sometimes = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof({ weight: 14, arbitrary: text }, { weight: 1, arbitrary: mutated(text) })

interface Single {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly body?: string
}

const single = (sets: readonly EntitySet[], set: EntitySet): fc.Arbitrary<Single> => {
  const url = sometimes(
    fc.tuple(path(set), options(sets, set)).map(([resource, query]) => (query ? `${resource}?${query}` : resource)),
  )
  const read = fc.record({ method: fc.constant('GET'), url, headers: HEADERS })
  const write = fc.record({
    method: oneOf('POST', 'POST', 'POST', 'PATCH', 'PATCH', 'PUT', 'DELETE'),
    url: sometimes(path(set)),
    headers: HEADERS,
    body: sometimes(body(set)),
  })
  return fc.oneof({ weight: 5, arbitrary: read }, { weight: 2, arbitrary: write })
}

const JSON_TYPE = { 'content-type': 'application/json' }

const jsonBatch = (root: string, parts: readonly (Single & { group: string; needs: string })[]): HostileRequest => {
  const requests = parts.map(({ method, url, headers, body: text, group, needs }, index) => ({
    id: String(index),
    method,
    url,
    headers: { ...JSON_TYPE, ...headers },
    ...(text !== undefined && { body: asJson(text) }),
    ...(group !== '' && { atomicityGroup: group }),
    ...(needs !== '' && { dependsOn: [needs] }),
  }))
  return { method: 'POST', path: `${root}/$batch`, headers: JSON_TYPE, body: JSON.stringify({ requests }) }
}

const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

const multipartBatch = (root: string, parts: readonly Single[]): HostileRequest => {
  const texts = parts.map(({ method, url, headers, body: text }) => {
    const lines = Object.entries({ ...JSON_TYPE, ...headers }).map(([name, value]) => `${name}: ${value}`)
    return ['--b', 'Content-Type: application/http', '', `${method} ${url} HTTP/1.1`, ...lines, '', text ?? ''].join(
      '\r\n',
    )
  })
  const headers = { 'content-type': 'multipart/mixed; boundary=b' }
  return { method: 'POST', path: `${root}/$batch`, headers, body: [...texts, '--b--', ''].join('\r\n') }
}

/** What HTTP can carry in its first line. */
const onTheWire = (url: string): string => url.replace(/[^\u0021-\u007e]/gu, encodeURIComponentOrNothing)

const encodeURIComponentOrNothing = (char: string): string => (char.isWellFormed() ? encodeURIComponent(char) : '')

/** Requests to any of the sets, alone and in batches of both formats. */
export const fuzzRequests = (sets: readonly EntitySet[]): fc.Arbitrary<HostileRequest> =>
  oneOf(...sets).chain((set) => {
    const one = single(sets, set)
    const part = fc
      .tuple(one, oneOf('', '', 'g', 'h'), oneOf('', '', '', '0', '1', 'g'))
      .map(([request, group, needs]) => ({ ...request, group, needs }))
    return fc.oneof(
      {
        weight: 6,
        arbitrary: one.map(({ method, url, headers, body: text }) => ({
          method,
          path: `${set.root}/${onTheWire(url)}`,
          headers: { ...(text !== undefined && JSON_TYPE), ...headers },
          ...(text !== undefined && { body: text }),
        })),
      },
      { weight: 1, arbitrary: fc.array(part, { maxLength: 5 }).map((parts) => jsonBatch(set.root, parts)) },
      { weight: 1, arbitrary: fc.array(one, { maxLength: 5 }).map((parts) => multipartBatch(set.root, parts)) },
    )
  })
