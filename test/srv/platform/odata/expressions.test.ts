import fc from 'fast-check'
import { runs } from '../../../support/long.ts'
import { queries } from '../../../support/odata-expressions.ts'
import { keyOf, startTypeServers, type TypeServers } from '../../../support/type-rows.ts'

let servers: TypeServers

/** Two servers take long to start where much else runs. */
const PATIENCE_MS = 240_000

beforeAll(async () => {
  servers = await startTypeServers()
}, PATIENCE_MS)

afterAll(() => servers.stop())

/** The places of the records that both servers find. */
const found = async (filter: string): Promise<number[][]> => {
  const answers = await servers.both('GET', `Things?$filter=${filter}&$select=ID&$orderby=ID`)
  return answers.map(({ status, text, body }) => {
    expect([filter, status, text.slice(0, 300)]).toEqual([filter, 200, expect.anything()])
    return body.value.map(({ ID }: { ID: string }) => Number(ID.charAt(0)))
  })
}

test.each<[filter: string, rows: number[]]>([
  ["tags/any(t:t eq 'a')", [1, 6]],
  ['tags/any()', [1, 4, 5, 6, 9]],
  ["tags/all(t:t eq 'b')", [2, 3, 7, 8]],
  ["not tags/all(t:t eq 'b')", [1, 4, 5, 6, 9]],
  ['tags/any(t:t eq null)', [4, 9]],
  ["tags/any(t:contains(t,''''))", [5]],
  ['tags/any(t:t ne text and tags/any(u:u gt t))', [1, 6]],
  ['tags/$count eq 2', [1, 4, 6, 9]],
  ["tags/$count($filter=$this ne 'a') ge 2", [4, 9]],
  ["tags/$filter($this ne 'a')/$count ge 2", [4, 9]],
  ["tags/$filter($this ne 'a')/any()", [1, 4, 5, 6, 9]],
  ["tags/$filter($this ne 'b')/$filter($this ne 'a')/all(t:t eq 'x')", [1, 2, 3, 6, 7, 8]],
  [
    'parts/aggregate(price with max) gt 1 and parts/aggregate(price with countdistinct) eq 1',
    [1, 2, 3, 4, 5, 6, 7, 8, 9],
  ],
  [
    'parts/$filter(price lt 1)/aggregate(price mul 2 with sum) eq null and parts/aggregate(ID with sum) gt 21',
    [7, 8, 9],
  ],
  ['points/any(p:p/at gt 3)', [3, 6, 9]],
  ['points/any(p:p/label eq null and p/at eq null)', [3, 6, 9]],
  ["parts/any(p:p/price gt 1 and p/thing/tags/any(t:t eq 'a'))", [1, 6]],
  ["matchesPattern(text,'^[a-c]+$')", [2]],
  ["not matchesPattern(text,'[a-z]')", [3, 8, 9]],
  ["matchesPattern(text,'^.{3}$')", [2, 3, 9]],
  ["toupper(text) eq 'STRASSE'", [1]],
  ["concat(cast(text eq 'b',Edm.String),case(free ne 'x':'y')) eq 'falsey'", [1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ["tolower(text) eq 'i̇stanbul'", [5]],
  ["tolower(text) eq 'σας'", [9]],
  ["trim(text) in ('b','😀é')", [3, 4]],
  ["length(text) eq 3 and indexof(text,'é') eq 1", [3]],
  ["substring(text,1) eq 'é\t'", [3]],
  ['clock eq 10:11:12.000', [1, 4, 7]],
  ['clock lt 10:11:12.5', [1, 2, 4, 5, 7, 8]],
  ['clock eq 10:11:12.5', []],
  ['10:11:11.5 lt clock', [1, 4, 7]],
  ["bytes eq binary'AP8' or bytes eq binary'YWJj'", [1, 3, 4, 6, 7, 9]],
  ["bytes in (binary'AP8=',null)", [1, 2, 4, 5, 7, 8]],
  ['round(single) eq 1', [1, 3, 5, 7, 9]],
  ['hour(time(instant)) eq 10 and minute(10:11:12.5) eq 11', [2, 5, 8]],
  ['instant add (instant sub moment) eq null and day ne null', [1, 4, 7]],
  ["cast(whole sub 1,Edm.String) eq '6'", [1, 5, 9]],
  ["cast(flag,Edm.String) eq 'true' and cast(whole gt 3,Edm.String) eq 'true'", [1]],
  ["cast(day,Edm.String) eq '1999-12-31' and cast(clock,Edm.String) eq null", [3, 6, 9]],
  [`cast(ID,Edm.String) eq '${keyOf(2)}'`, [2]],
  ['cast(double,Edm.Int32) eq 2', [1, 5, 9]],
  ['cast(tiny mul 1000,Edm.Int16) eq null', [3, 4, 7, 8]],
  ['cast(day,Edm.DateTimeOffset) eq 2024-02-29T00:00:00Z', [1, 4, 7]],
  ['cast(instant,Edm.Date) eq 2024-02-29 and cast(instant,Edm.TimeOfDay) eq 10:11:12', [2, 5, 8]],
  ["case(whole gt 3:text,true:'b') eq 'b'", [2, 3, 4, 6, 7, 8]],
  ['case(flag:1,flag eq false:2,true:3) eq 3', [3, 6, 9]],
  ['case(tiny ne 255:single) ne null', [1, 3, 5, 7, 9]],
  ['case(false:1) eq null and case(null:true,true:flag)', [1, 4, 7]],
  ['case(whole eq 7:1,true:0.5) lt 1 and case(whole eq 7:day,true:2000-01-01) eq 2000-01-01', [2, 3, 4, 6, 7, 8]],
  ['isof(TypesService.Things) and TypesService.Things/tiny eq 255', [4, 8]],
  ...[
    'cast(3000000000,Edm.Decimal) gt 10',
    "concat('a','b') eq 'ab'",
    '(15d divby 4) gt 3',
    "case(true:duration'PT1H') in (duration'PT1H')",
  ].map((always): [string, number[]] => [`parts/any() eq parts/any(p:${always})`, [1, 2, 3, 4, 5, 6, 7, 8, 9]]),
  ['(whole add length(text)) in (1,3000000000) or (length(text) add indexof(text,text)) eq 3000000000', []],
  ["2.5 ne (cast(0.5,Edm.Int64) add indexof(text,'q'))", [1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ['double lt INF and double gt -1e308 and single eq 0.5f', [1, 5, 9]],
  ['parts/any(p:isof(p/thing,TypesService.Things)) and whole eq 7', [1, 5, 9]],
])('$filter=%s', async (filter, rows) => {
  expect(await found(filter)).toEqual([rows, rows])
})

test('records have their properties in the order of the model, within others too, on both', async () => {
  const names = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(names)
      : value !== null && typeof value === 'object'
        ? Object.entries(value).map(([name, part]) => [name, names(part)])
        : null
  const [onSqlite, onPostgres] = await servers.both('GET', 'Things?$expand=parts&$orderby=ID&$top=3')
  expect(names(onPostgres.body.value)).toEqual(names(onSqlite.body.value))
  const [first] = onPostgres.body.value
  expect(Object.keys(first.parts[0])).toEqual(['ID', 'thing_ID', 'price', 'map'])
})

test.each([
  ['$filter=tags/any(t:t gt 1)', 'String and Int32'],
  ['$filter=points/any(p:p/nix gt 1)', 'p/nix does not exist, since a value has no property nix, at position 13'],
  ['$filter=points/any(p:p gt 1)', 'Untyped'],
  ['$filter=tags/$count($search=a) eq 1', '$search'],
  ['$filter=tags/$filter(nix eq 1)/$count eq 1', 'nix'],
  ['$filter=tags/aggregate($this with max) eq 1', 'aggregate is for collections of records'],
  ['$filter=parts/aggregate(thing/text with sum) eq 1', 'sum needs numbers'],
  ['$filter=parts/aggregate(price) eq 1', '$filter: unexpected )'],
  ['$filter=parts/aggregate(price with median) eq 1', 'median'],
  ["$filter=matchesPattern(text,'a(?=b)')", 'looks around itself, which is not supported, at position 1'],
  ['$filter=matchesPattern(text,free)', 'a pattern in quotes'],
  ["$filter=bytes eq binary'?'", 'no bytes ?'],
  ['$filter=case() eq 1', 'case needs conditions with values'],
  ["$filter=case(flag:1,true:'a') eq 1", 'case needs values of one type, not Int32 and String'],
  ['$filter=case(flag:10:11:12.5) eq clock', 'times without fractions of seconds'],
  ['$filter=case(whole:1) eq 1', 'a condition is needed'],
  ['$filter=case(flag,1) eq 1', '$filter: unexpected , at position 9'],
  ['$filter=cast(text,Edm.Int32) eq 1', 'cast from Edm.String to Edm.Int32'],
  ['$top=%2B1', '$top: a whole number is needed, zero or more, at position 0'],
  ['$skip=1e1', '$skip: a whole number is needed, zero or more, at position 0'],
  ['$count=1', '$count: unexpected 1 at position 0'],
])('%s is refused: %s', async (query, message) => {
  for (const { status, body } of await servers.both('GET', `Things?${query.replace('%2B', '+')}`))
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(message)])
})

test.each([
  ["$filter=text eq 'a' and whole gt 'b'", '$filter', 22],
  ['$filter=length(text,1) eq 1', '$filter', 0],
  ['$filter=whole gt 1 and length(whole) eq 1', '$filter', 15],
  ['$filter=nix(text)', '$filter', 0],
  ['$filter=whole', '$filter', 0],
  ['$filter=not whole', '$filter', 4],
  ['$filter=parts', '$filter', 0],
  ['$filter=(1,2)', '$filter', 0],
  ['$filter=flag eq @p&@p=nix', '@p', 0],
  ['$filter=day eq 2001-02-30', '$filter', 7],
  ['$filter=parts/any(p:p/thing/nix eq 1)', '$filter', 12],
  ['$orderby=text,parts', '$orderby', 5],
  ['$orderby=whole,text add 1', '$orderby', 11],
  ['$orderby=1', '$orderby', 0],
  ['$select=text,nix', '$select', 5],
  ['$select=parts/ID', '$select', 0],
  ['$expand=parts,nix', '$expand', 6],
  ['$expand=parts($select=ID,nix)', '$expand', 17],
  ['$expand=parts($filter=price gt 1 and nix)', '$expand', 29],
  ['$expand=parts($levels=2)', '$expand', 0],
  ['$expand=parts($expand=nix)', '$expand', 14],
  ['$compute=text add 1 as x', '$compute', 5],
  ['$compute=whole add 1 as text', '$compute', 0],
  ['$apply=filter(flag)/groupby((nix))', '$apply', 13],
  ['$apply=filter(text gt 1)/aggregate($count as n)', '$apply', 12],
  ['$apply=aggregate(whole with sum as a,text with sum as b)', '$apply', 30],
  ['$apply=aggregate($count as n)&$filter=nix eq 1', '$filter', 0],
  ['$apply=topcount(1.5,whole)/aggregate($count as n)', '$apply', 0],
] as const)('%s is refused with its place', async (query, option, index) => {
  for (const { status, body } of await servers.both('GET', `Things?${query}`)) {
    expect(status).toBe(400)
    expect(body.error.message).toMatch(/^[$@]\w+: .* at position \d+$/)
    expect(body.error.message.replace(/:.* /, ' ')).toBe(`${option} ${index}`)
  }
})

const valuesOf = async (query: string): Promise<unknown[]> =>
  (await servers.both('GET', `Things?${query}`)).map(({ body }) => body.value)

test('what is computed of times is a duration or a moment, wherever it stands', async () => {
  const computed = `$compute=instant sub moment as d,day add duration'P1D' as n,moment add duration'PT25H' as m`
  const first = { ID: keyOf(3), d: 'P10956DT23H59M59.999S', n: '2000-01-01', m: '1970-01-02T01:00:00.000Z' }
  for (const [row] of (await valuesOf(`${computed}&$select=ID,d,n,m&$filter=ID eq ${keyOf(3)}`)) as object[][])
    expect(row).toEqual(first)
  const inner =
    '$expand=parts($compute=thing/instant sub thing/moment as d,price mul 2 as p;$select=ID,d,p;$orderby=ID)'
  for (const [row] of (await valuesOf(`$filter=ID eq ${keyOf(3)}&$select=ID&${inner}`)) as { parts: unknown[] }[][])
    expect(row?.parts).toEqual([
      { ID: 4, d: first.d, p: 3 },
      { ID: 5, d: first.d, p: null },
    ])
  for (const rows of await valuesOf('$apply=compute(instant sub moment as d)/groupby((d))&$orderby=d desc&$top=1'))
    expect(rows).toEqual([{ d: first.d }])
})

test('queries of an expand within another one are about their own rows', async () => {
  const order = '$orderby=case(thing/parts/any(x:x/thing/whole gt price):2,true:1) desc,ID'
  const inner = 'thing($compute=case(parts/all(x:x/price gt whole):1,true:2) as c;$select=ID,c)'
  const [one, other] = await valuesOf(`$select=ID&$orderby=ID&$expand=parts($select=ID;${order};$expand=${inner})`)
  expect(one).toHaveLength(9)
  expect(one).toEqual(other)
})

test('numbers that are computed within an expand are texts for those who ask for texts', async () => {
  const headers = { accept: 'application/json;IEEE754Compatible=true' }
  const query = `Things(${keyOf(1)})?$select=ID&$expand=parts($compute=ID add 9007199254740993 as q;$select=q;$top=1;$orderby=ID)`
  for (const { body } of await servers.both('GET', query, { headers }))
    expect(body.parts).toEqual([{ ID: '0', q: '9007199254740993' }])
})

/** Names in one order, and numbers as far as every engine calculates them. */
const plain = (text: string): unknown =>
  JSON.parse(text, (name, value: unknown) => {
    if (name.startsWith('@')) return undefined
    return typeof value === 'number' ? Number(value.toPrecision(13)) : value
  })

/** The order of texts is that of a language, of which engines have their own rules. */
const isOfLanguage = (query: string): boolean => /\$orderby=(?:text|free|long|state)\b/.test(query)

test(
  'random queries have the same answer on both engines, or a reason',
  async () => {
    for (const query of fc.sample(queries, { seed: 41, numRuns: runs(150, 2_500) })) {
      if (isOfLanguage(query)) continue
      const [sqlite, postgres] = await servers.both('GET', `Things?${query}`)
      expect([query, sqlite.status, plain(sqlite.text)]).toEqual([query, postgres.status, plain(postgres.text)])
      expect([query, [200, 400].includes(sqlite.status), sqlite.body.error?.message !== '']).toEqual([
        query,
        true,
        true,
      ])
    }
  },
  PATIENCE_MS,
)
