import cds from '@sap/cds'
import fc from 'fast-check'
import type { ServedService } from '../../../../../../srv/platform/cap/odata.ts'
import { checkTypesStrictly } from '../../../../../../srv/platform/odata/http/bodies/body-values.ts'
import { resourceQuery } from '../../../../../../srv/platform/odata/query/lower/resource.ts'
import { resourceAt } from '../../../../../../srv/platform/odata/meaning/resource.ts'
import { parseQueryString } from '../../../../../../srv/platform/odata/url/query.ts'

const MODEL = `service Shop {
  @odata.draft.enabled entity Orders { key ID: UUID; title: String; stock: Integer; extra: Map; tags: many String;
    items: Composition of many Items on items.order = $self; buyer: Association to People; author: Association to Books }
    actions { action close(reason: String); function total(rate: Double, day: Date, what: String) returns Decimal;
      action clean(![in]: many $self); @cds.odata.bindingparameter.collection function best() returns String }
  entity Items { key ID: UUID; order: Association to Orders; pages: Integer; book: Association to Books }
  entity Books { key ID: Integer; title: String; bytes: LargeBinary @Core.MediaType: 'image/png';
    parts: Composition of many { key name: String; size: Integer; next: Association to Books }; pair: Association to Pairs }
    actions { function near(x: Int64, y: Decimal, yes: Boolean, at: Timestamp, list: many String, what: String) returns many Books }
  entity People { key name: String; orders: Association to many Orders on orders.buyer = $self }
  entity Pairs { key a: Integer; key b: String; key day: Date; value: Decimal; book: Association to Books;
    more: Association to many Pairs on more.book = book }
  entity Kinds { key big: Int64; price: Decimal; flag: Boolean }
  entity Prices { key price: Decimal; name: String }
  entity Ratios { key ratio: Double; name: String }
  entity Flags { key flag: Boolean; name: String }
  entity Moments { key at: Timestamp; name: String }
  entity Clocks { key at: Time; name: String }
  @odata.singleton entity Settings { key ID: Integer; name: String; owner: Association to People }
  entity Views(rate: Decimal) as select from Books { ID, title };
  function ping(text: String, n: Integer, ratio: Double, big: Int64, day: Date, id: UUID, flag: Boolean, list: many String, one: { a: Integer }) returns String;
  function open() returns many Books;
  action reset(text: String);
}`

checkTypesStrictly()
const model = cds.linked(cds.compile.for.nodejs(cds.compile.to.csn(MODEL)) as never)
const service = new cds.ApplicationService('Shop', model as never) as unknown as ServedService

interface Parsed {
  readonly SELECT: object
  readonly _propertyAccess?: string
}
type Parse = (url: string, options: object) => Parsed
const { parse } = (cds as unknown as { odata: { parse: Parse } }).odata

const shown = (query: Parsed | undefined): unknown =>
  query && [JSON.parse(JSON.stringify(query.SELECT)), query._propertyAccess]
const ofCap = (url: string): unknown => shown(parse(url, { service, baseUrl: '', protocol: 'odata', strict: true }))
const ours = (url: string): unknown => {
  const [path = '', query = ''] = url.split('?')
  return shown(resourceQuery(resourceAt(path, service), parseQueryString(query)) as Parsed | undefined)
}

const A = '01234567-89ab-cdef-0123-456789abcdef'
const B = 'a1234567-89ab-cdef-0123-456789abcdee'

const ACTIVE = `Orders(ID=${A},IsActiveEntity=true)`
const RECORDS: readonly string[] = [
  ACTIVE,
  `Orders(IsActiveEntity=false,ID=${A})`,
  `Orders(ID='${A}',IsActiveEntity=true)`,
  `${ACTIVE}/items(ID=${B},IsActiveEntity=true)`,
  `${ACTIVE}/buyer`,
  `${ACTIVE}/buyer/orders(ID=${B},IsActiveEntity=true)`,
  `${ACTIVE}/items(ID=${B},IsActiveEntity=true)/book`,
  `${ACTIVE}/items(ID=${B},IsActiveEntity=true)/order`,
  ...['Books(1)', 'Books(ID=1)', 'Books(-1)', "Books('1')", 'Books(%201%20)', 'Books(ID%3D1)', 'Books%281%29'],
  ...["Books(1)/parts(name='x')", "Books(1)/parts('x')", "Books(1)/parts('x')/next", 'Books(1)/pair'],
  ...["Books(1)/parts('x')/next/pair/book", "Books_parts(up__ID=1,name='x')", "Books_parts(name='x',up__ID=1)/next"],
  ...["People('x')", "People(name='x')", 'People(%27x%27)', "People('it''s')", "People('a%2Fb')", "People('a/b')"],
  ...[
    "People('')",
    "People('a,b')",
    "People('a=b')",
    "People('a(b)c')",
    "People('%C3%A9')",
    "People('%26')",
    'People(abc)',
  ],
  ...["People('true')", "People('1')", 'People(1)', "People('null')", "People('@p')", 'People(%27a%20b%27)'],
  ...["Pairs(a=1,b='x',day=2020-01-01)", "Pairs(day=2020-01-01,b='x',a=1)", "Pairs(a=1,b='x',day=2020-01-01)/book"],
  ...["Pairs(a=1,%20b='x',%20day=2020-01-01)", "Pairs(a=1,b='x',day=2020-01-01)/more(a=2,b='y',day=2021-01-01)"],
  ...['Kinds(1)', 'Kinds(9007199254740993)', 'Prices(1.5)', 'Prices(1)', 'Prices(-1.50)', 'Ratios(1.5)', 'Ratios(1)'],
  ...['Flags(true)', 'Flags(false)', 'Moments(2020-01-01T00:00:00Z)', 'Moments(2020-01-01T01:00:00.5%2B01:00)'],
  ...[
    'Clocks(10:11:12)',
    'Settings',
    'Settings/owner',
    "Settings/owner/orders(ID='a1234567-89ab-cdef-0123-456789abcdee',IsActiveEntity=true)",
  ],
  ...['Books(@p)?@p=1', "People(@p)?@p='x'", "Pairs(a=@a,b=@b,day=@c)?@a=1&@b='x'&@c=2020-01-01"],
]

const COLLECTIONS: readonly string[] = [
  ...['Orders', 'Books', 'People', 'Pairs', 'Kinds', 'Books_parts', 'Items', 'Books(1)/parts', `${ACTIVE}/items`],
  ...["People('x')/orders", "Pairs(a=1,b='x',day=2020-01-01)/more", 'Settings/owner/orders', `${ACTIVE}/buyer/orders`],
]

const PROPERTIES: readonly string[] = [
  ...['title', 'stock', 'extra', 'tags', 'ID', 'buyer_name'].map((name) => `${ACTIVE}/${name}`),
  ...['title', 'ID', 'bytes', 'pair_b'].map((name) => `Books(1)/${name}`),
  ...["Books(1)/parts('x')/size", "Pairs(a=1,b='x',day=2020-01-01)/value", "People('x')/name", 'Settings/name'],
]

const CALLS: readonly string[] = [
  ...[`${ACTIVE}/close`, `${ACTIVE}/Shop.close`, `${ACTIVE}/Shop.total()`, `${ACTIVE}/Shop.draftEdit`],
  ...[`${ACTIVE}/Shop.total(rate=1.5,day=2020-01-01,what='x')`, `${ACTIVE}/Shop.total(what='a%2Fb')`],
  ...['Orders/Shop.clean', 'Orders/Shop.best()', "Books(1)/near(x=1,y=1.5,yes=true,what='it''s')"],
  ...['Books(1)/Shop.near(at=2020-01-01T00:00:00Z)', "Books(1)/parts('x')/next/Shop.near(x=1)"],
  ...['ping()', "ping(text='x')", "ping(text='x',n=1,ratio=1.5,flag=false)", 'ping(n=-1)', 'ping(text=null)'],
  ...['ping(big=9007199254740993)', 'ping(day=2020-01-01)', `ping(id=${A})`, 'ping(text=@t)?@t=%27x%27'],
  ...['ping(n=@n,flag=@f)?@n=1&@f=true', 'ping(text=@t)?@t=null', 'ping(list=@l)?@l=["a","b"]'],
  ...[
    'ping(one=@o)?@o={"a":1}',
    "ping?text='x'",
    'ping?n=1',
    'ping?flag=true',
    'ping?@n=1',
    'ping',
    'open()',
    'open',
    'reset',
  ],
]

const URLS = [
  ...RECORDS,
  ...RECORDS.filter((url) => !url.includes('?')).map((url) => `${url}/$value`),
  ...COLLECTIONS,
  ...COLLECTIONS.map((url) => `${url}/$count`),
  ...PROPERTIES,
  ...PROPERTIES.map((url) => `${url}/$value`),
  ...CALLS,
]

test.each(URLS)('%s is to handlers what CAP makes of it', (url) => {
  expect(ours(`/${url}`)).toEqual(ofCap(`/${url}`))
})

const keyIn = (path: string): unknown => {
  const query = resourceQuery(resourceAt(path, service), []) as {
    SELECT: { from: { ref: { where: { val: string }[] }[] } }
  }
  return query.SELECT.from.ref[0]?.where[2]?.val
}

test('any text can be a key, in parentheses and as a segment, and none leads elsewhere', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
      const quoted = `'${text.replaceAll("'", "''")}'`
      expect(keyIn(`/People(${encodeURIComponent(quoted)})`)).toBe(text)
      expect(keyIn(`/People(name=${encodeURIComponent(quoted)})`)).toBe(text)
      fc.pre(!text.startsWith('$'))
      expect(keyIn(`/People/${encodeURIComponent(text)}`)).toBe(text)
    }),
  )
})

const refused = (path: string): unknown => {
  try {
    return ours(path)
  } catch (error) {
    const { status, code } = error as { status?: number; code?: string }
    return [status, code]
  }
}

test.each([
  ['/Books()', 400, 'INVALID_KEY'],
  ['/Books(1,2)', 400, 'INVALID_KEY'],
  ['/Books(ID=1,ID=2)', 400, 'INVALID_KEY'],
  ['/Books(other=1)', 400, 'INVALID_KEY'],
  ['/Books(1.5)', 400, 'INVALID_KEY'],
  ['/Books(null)', 400, 'INVALID_KEY'],
  ['/Books(9999999999)', 400, 'INVALID_KEY'],
  ['/Orders(abc)', 400, 'INVALID_KEY'],
  [`/Orders(ID=${A},IsActiveEntity=1)`, 400, 'INVALID_KEY'],
  ["/Pairs(a=1,b='x')", 400, 'INVALID_KEY'],
  ['/Books/title', 400, 'INVALID_KEY'],
  ['/Books/parts', 400, 'INVALID_KEY'],
  ['/Books(1)/title()', 400, 'BAD_REQUEST'],
  ['/Books(1)/$count', 400, 'BAD_REQUEST'],
  ['/Books/$count/$count', 400, 'BAD_REQUEST'],
  ['/reset()', 400, 'BAD_REQUEST'],
  ['/ping(n=1,n=2)', 400, 'INVALID_ARGUMENT'],
  ['/Orders/close', 400, 'BAD_REQUEST'],
  [`/${ACTIVE}/Shop.best()`, 400, 'BAD_REQUEST'],
  ["/People('x')/orders(a1234567-89ab-cdef-0123-456789abcdee)", 404, 'NOT_FOUND'],
  ['/Nothing', 404, 'NOT_FOUND'],
  ['/constructor', 404, 'NOT_FOUND'],
  ['/Books(1)/nothing', 404, 'NOT_FOUND'],
  ['/Books(1)/toString', 404, 'NOT_FOUND'],
  ['/Books(1)/title/length', 404, 'NOT_FOUND'],
])('%s is refused with %i %s', (path, status, code) => {
  expect(refused(path)).toEqual([status, code])
})

test.each([
  [`/Orders(${A})`, `Orders(ID=${A},IsActiveEntity=false)`],
  [`/Orders/${A}`, `Orders(ID=${A},IsActiveEntity=false)`],
  [`/Orders/${A.toUpperCase()}/true/title`, `${ACTIVE}/title`],
  ['/Books/1/parts/x/next', "Books(1)/parts('x')/next"],
  ['/Books/-1', 'Books(-1)'],
  ['/Books(1)/Shop.Books/parts', 'Books(1)/parts'],
  ['/Pairs/1/x%2Fy/2020-01-01/book', "Pairs(a=1,b='x%2Fy',day=2020-01-01)/book"],
])('%s is another way to write %s', (path, canonical) => {
  expect(ours(path)).toEqual(ofCap(`/${canonical}`))
})

test('a view with parameters is left to CAP', () => {
  expect(ours('/Views(rate=1.5)/Set')).toBeUndefined()
})
