/** Requests to the administration API at random: made from its own description, with names that are there and names that are not. */
import fc from 'fast-check'
import { HOSTILE_FILTERS } from './hostile-filters.ts'
import type { HostileRequest } from './hostile-requests.ts'

interface Schema {
  readonly type?: string
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly minimum?: number
  readonly maximum?: number
}

interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema?: Schema }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }
}

/** What is used of the OpenAPI document. */
export interface ApiDescription {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

const ODD = [
  ...['', ' ', '*', '%', '"', "'", ';', 'a"b', '../x', '__proto__', 'constructor', 'null', '0', '-1', '1e9', '\u0000'],
  ...['😀', 'É', 'x'.repeat(300), 'a,b', ',', '"a,b"', '[]', '{}', 'SELECT 1', '(a+)+$', 'Z', '\\', '\ud800'],
]
const TABLES = [
  'saga_Film',
  'SAGA_people',
  'saga_Planet',
  'saga_Film2People',
  'saga_Episode',
  'SagaFilm_Film',
  'saga_Data',
]
const COLUMNS = ['ID', 'name', 'title', 'mass', 'episode_id', 'homeworld_ID', 'release_date', 'air_date', 'createdAt']
const FILTERS = ["name = 'Yoda'", 'mass > 70', 'ID is not null', "title like '%e%'", 'name in (1, 2)', 'episode_id < 4']
const RULES = [
  'name:required',
  'ID:unique;name:length(1,3)',
  'mass:range(0,100)',
  'name:pattern(^A)',
  'x:y',
  'name:in(a,b',
]
const FILES = ['good.csv', 'bad.csv', 'rows.json', 'none.csv', '../etc/passwd', 'good.xlsx']
const TIMES = ['1977-05-25', '1977-05-25T00:00:00Z', '2024-02-30', '2019-01-01T00:00:00+02:00']

/** Values that mean something in a field of that name. */
const POOLS: readonly [name: RegExp, values: readonly string[]][] = [
  [/table/i, TABLES],
  [/schema|source$|target$/i, ['main', 'public', 'copy_1', 'copy_2', 'sqlite_master', 'pg_catalog', 'nowhere']],
  [/columns?$|blockBy|groupBy/i, [...COLUMNS, 'name,mass', 'ID, title', 'nothing']],
  [/where/, [...FILTERS, ...HOSTILE_FILTERS]],
  [/rules/, RULES],
  [/orderBy/, ['name', 'mass desc', 'name asc, ID', 'nothing', 'name;']],
  [/^file$|^name$/, FILES],
  [/^(from|to)$/, TIMES],
  [/timezone/, ['UTC', 'Asia/Tokyo', 'Europe/Berlin', 'Mars/Olympus']],
  [/functions/, ['count,sum', 'avg', 'median']],
  [/regex/, ['^A', '(a+)+$', '[']],
  [/pattern/, ['saga_*', '%', '_', '[a']],
]

const text = (name: string): fc.Arbitrary<string> => {
  const pool = POOLS.find(([pattern]) => pattern.test(name))?.[1] ?? ODD
  return fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...pool) }, fc.constantFrom(...ODD))
}

const number = ({ minimum = 0, maximum = 1_000 }: Schema): fc.Arbitrary<unknown> =>
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.integer({ min: Math.ceil(minimum), max: Math.max(Math.ceil(minimum), Math.min(maximum, 50)) }),
    },
    fc.constantFrom(minimum - 1, maximum + 1, 0.5, 1e300, -0, '5', null),
  )

const valueOf = (schema: Schema, name: string): fc.Arbitrary<unknown> => {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => valueOf(each, name)))
  if (schema.type === 'array') return fc.array(valueOf(schema.items ?? {}, name), { maxLength: 3 })
  if (schema.type === 'object') return fc.record(properties(schema), { requiredKeys: [] })
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'integer' || schema.type === 'number') return number(schema)
  return text(name)
}

const properties = (schema: Schema): Record<string, fc.Arbitrary<unknown>> =>
  Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, each]) => [
      name,
      fc.oneof({ weight: 30, arbitrary: valueOf(each, name) }, fc.jsonValue({ maxDepth: 2 })),
    ]),
  )

/** Fields without which hardly anything happens are there more often than others. */
const IMPORTANT =
  /^(table|table1|table2|schema1|schema2|sourceTable|targetTable|source|target|file|action|timeColumn|valueColumn)$/

const bodyOf = (schema: Schema): fc.Arbitrary<string> => {
  const fields = Object.entries(properties(schema)).map(([name, value]) => {
    const [present, absent] = IMPORTANT.test(name) ? [19, 1] : [1, 4]
    return fc.oneof(
      { weight: present, arbitrary: fc.tuple(fc.constant(name), value) },
      { weight: absent, arbitrary: fc.constant(undefined) },
    )
  })
  const object = fc
    .tuple(...fields)
    .map((pairs) => JSON.stringify(Object.fromEntries(pairs.filter((pair) => pair !== undefined))))
  return fc.oneof({ weight: 40, arbitrary: object }, fc.constantFrom('', '{', '[]', 'null', '{"nothing":1}', '"x"'))
}

const queryOf = ({ parameters = [] }: Operation): fc.Arbitrary<string> => {
  const options = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name, schema }) => fc.option(valueOf(schema ?? {}, name).map((value) => `${name}=${encode(value)}`)))
  return fc.tuple(...options).map((pairs) => pairs.filter((pair) => pair !== null).join('&'))
}

const encode = (value: unknown): string => encodeURIComponent(String(value).toWellFormed())

const HEADERS = fc.record(
  {
    prefer: fc.constantFrom('respond-async', 'respond-async, wait=1', 'x'),
    accept: fc.constantFrom('text/csv', '*/*', 'x/y'),
  },
  { requiredKeys: [] },
)

/** @param authorization of whoever asks. */
export const adminRequests = ({ paths }: ApiDescription, authorization: string): fc.Arbitrary<HostileRequest> => {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => ['get', 'post', 'put', 'delete'].includes(method))
      .map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  // Operations that do work come up more often than lists.
  const weighted = operations.flatMap((each) => (each.method === 'POST' ? [each, each, each, each] : [each]))
  return fc.constantFrom(...weighted).chain(({ path, method, operation }) => {
    const schema = operation.requestBody?.content['application/json']?.schema
    const body = schema ? bodyOf(schema) : fc.constantFrom(undefined, 'ID,name\n1,x\n')
    const names = text('name').map(encode)
    return fc.tuple(body, queryOf(operation), names, HEADERS).map(([content, query, name, headers]) => ({
      method,
      path: `/api/v1${path.replace(/\{\w+\}/, name || 'x')}${query && `?${query}`}`,
      headers: {
        authorization,
        ...(content !== undefined && schema && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(content !== undefined && method !== 'GET' && { body: content }),
    }))
  })
}
