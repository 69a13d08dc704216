/** What models have besides flat entities, by the rules of OData 4.01: operations, streams, singletons, what is declared. */
import { join } from 'node:path'
import { startModel } from './support/model-server.ts'
import { DATABASES, SERVE } from './support/server-on.ts'
import { ROOT, type ServerProcess, startServer } from './support/server-process.ts'

type Json = any // eslint-disable-line @typescript-eslint/no-explicit-any -- arbitrary JSON

/** A request with what its answer must be: its status, and what is in its body or its headers. */
type Check = readonly [request: string, status: number, expected?: unknown, options?: Options]

interface Options {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** Headers of the answer. */
  readonly answer?: Readonly<Record<string, string | RegExp>>
}

const PART = '00000000-0000-4000-8000-000000000001'
const PLACE = { street: 'High Street', city: 'York', point: { x: 1.5, y: 2 } }
const SEED: readonly Check[] = [
  ['POST Categories', 201, {}, { body: { ID: 'food', name: 'Food' } }],
  [
    'POST Products',
    201,
    {},
    {
      body: {
        ...{ ID: 1, name: 'Bread', price: 2.5, stock: 10, big: 1, code: 'C1', category_ID: 'food' },
        ...{ tags: ['a', 'b'], numbers: [1, 2, 3], places: [PLACE], parts: [{ ID: PART, name: 'crust' }] },
        ...{ type: 'image/png', file: 'a.png' },
      },
    },
  ],
  ['POST Products', 201, {}, { body: { ID: 2, name: 'Milk', price: 1.25, category_ID: 'food' } }],
  ['POST Products', 201, {}, { body: { ID: 3, name: 'Nail', price: 9 } }],
  ['POST Notes', 201, {}, { body: { ID: 1, text: 'n' } }],
  ['POST Rooms', 201, {}, { body: { ID: 1, name: 'house' } }],
  ['POST Rooms', 201, {}, { body: { ID: 2, name: 'floor', parent_ID: 1 } }],
  ['POST Rooms', 201, {}, { body: { ID: 3, name: 'kitchen', parent_ID: 2 } }],
  ['POST Rooms', 201, {}, { body: { ID: 4, name: 'attic', parent_ID: 1 } }],
]

const context = (what: string): object => ({
  '@odata.context': expect.stringMatching(`\\$metadata#${what}$`) as unknown,
})
const failure = (code: string, target?: string): object => ({ error: { code, ...(target && { target }) } })

const ALL =
  'text=@a,flag=@b,tiny=@c,whole=@d,big=@e,price=@f,ratio=@g,day=@h,clock=@i,moment=@j,instant=@k,id=@l,bytes=@m,grade=@n'
const VALUES = {
  ...{ text: "it's", flag: false, tiny: 1, whole: -2, price: 1.5, ratio: 2500, day: '2024-02-29', clock: '10:11:12' },
  ...{ moment: '2024-02-29T10:11:12Z', instant: '2024-02-29T10:11:12.123Z', grade: 1, bytes: 'AP8=' },
}
const ALIASES =
  "@a='it''s'&@b=false&@c=1&@d=-2&@e=9007199254740993&@f=1.5&@g=2.5e3&@h=2024-02-29&@i=10:11:12" +
  `&@j=2024-02-29T10:11:12Z&@k=2024-02-29T10:11:12.123Z&@l=${PART}&@m=binary'AP8'&@n=1`

const UNBOUND: readonly Check[] = [
  ['GET text()', 200, { ...context('Edm.String'), value: 'Hello' }],
  ['GET text', 200, { value: 'Hello' }],
  ['GET text()/$value', 200, 'Hello', { answer: { 'content-type': /^text\/plain/ } }],
  ['GET nothing()', 204],
  ['GET nothing()/$value', 404],
  ['GET total()', 200, { ...context('Edm.Decimal'), value: 12.5 }],
  ['GET total()/$value', 200, '12.50'],
  ['GET amount()/$value', 200, '9007199254740993'],
  ['GET total()', 200, { value: '12.50' }, { headers: { accept: 'application/json;IEEE754Compatible=true' } }],
  ['GET words()', 200, { ...context('Collection\\(Edm.String\\)'), value: ['x', 'y'] }],
  ['GET words()/$count', 200, '2'],
  ['GET words()?$top=1&$count=true', 200, { '@odata.count': 2, value: ['x'] }],
  ['GET words()?$select=x', 400, failure('NOT_SUPPORTED')],
  ['GET words()/$value', 404],
  ['GET place()', 200, { ...context('ShopService.Place'), ...PLACE }],
  ['GET place()/city', 200, { ...context('Edm.String'), value: 'York' }],
  ['GET place()/point/x/$value', 200, '1.5'],
  ['GET place()/nix', 404],
  ['GET place()?$filter=city eq x', 400, failure('NOT_SUPPORTED')],
  ['GET places()?$select=city&$skip=1', 200, { value: [{ city: 'York' }] }],
  ['GET inlined()', 200, { a: 1, b: 'x' }],
  [
    'GET product(ID=1)',
    200,
    { ...context('Products/\\$entity'), name: 'Bread', price: 2.5 },
    { answer: { etag: /^W/ } },
  ],
  ['GET product(ID=99)', 204],
  [
    'GET product(ID=1)',
    200,
    { '@odata.type': '#ShopService.Products', '@odata.id': expect.stringMatching(/\/Products\(1\)$/) as unknown },
    { headers: { accept: 'application/json;odata.metadata=full' } },
  ],
  ['GET product(ID=99)/name', 404],
  ['GET product(ID=1)?$select=name&$expand=category($select=name)', 200, { name: 'Bread', category: { name: 'Food' } }],
  ['GET product(ID=1)?$filter=ID eq 1', 400, failure('NOT_SUPPORTED')],
  ['GET product(ID=1)/name/$value', 200, 'Bread'],
  ['GET product(ID=@i)/category/name?@i=1', 200, { value: 'Food' }],
  ['GET product(ID=1)/$ref', 200, { '@odata.id': expect.stringMatching(/\/Products\(1\)$/) as unknown }],
  ['GET product(ID=1)/parts?$select=name', 200, { value: [{ name: 'crust' }] }],
  ['GET product(ID=1)/ShopService.discounted(percent=10)', 200, { value: 2.25 }],
  ['GET products(max=9)?$filter=ID gt 1&$orderby=ID desc&$select=ID', 200, { value: [{ ID: 3 }, { ID: 2 }] }],
  ['GET products(max=9)?$expand=category&$top=1&$skip=1&$count=true', 200, { '@odata.count': 3, value: [{ ID: 2 }] }],
  ['GET products(max=9)?$search=milk&$select=ID', 200, { value: [{ ID: 2 }] }],
  ['GET products(max=9)?$apply=aggregate($count as n)', 400, failure('NOT_SUPPORTED')],
  ['GET products(max=9)?$select=nix', 400],
  ['GET products(max=9)?$top=x', 400],
  ['GET products(max=2)/$count', 200, '2'],
  ['GET products(max=9)/$count?$filter=ID eq 1', 200, '1'],
  ['GET add(b=2,a=1)', 200, { value: 3 }],
  ['GET add(a=@x,b=@y)?@x=1&@y=2', 200, { value: 3 }],
  ['GET add(a=1)', 400, failure('ASSERT_MANDATORY', 'b')],
  ['GET add(a=@x,b=1)', 400, failure('ASSERT_MANDATORY', 'a')],
  ['GET add(a=1,b=2,c=3)', 400],
  ['GET add(a=1,a=2,b=3)', 400, failure('INVALID_ARGUMENT', 'a')],
  ["GET add(a='x',b=2)", 400, failure('ASSERT_DATA_TYPE', 'a')],
  ['GET add(a=1.5,b=2)', 400, failure('ASSERT_DATA_TYPE', 'a')],
  ['GET sum(numbers=@n,at=@p)?@n=[1,2,3]&@p={"city":"x"}', 200, { value: 6 }],
  ['GET sum(numbers=@n,at=@p)?@n=[1,"x"]&@p=null', 400, failure('ASSERT_DATA_TYPE', 'numbers[1]')],
  [`GET echo(${ALL})?${ALIASES}`, 200, VALUES],
  ['GET echo(ratio=1e3)', 200, { ratio: 1000 }],
  ['GET echo(text=@missing)', 200, { text: null }],
  ['GET echo(tiny=256)', 400, failure('ASSERT_DATA_TYPE', 'tiny')],
  ['GET echo(day=2024-02-30)', 400, failure('ASSERT_DATA_TYPE', 'day')],
  ['GET nix()', 404],
]

const METHODS: readonly Check[] = [
  ...['POST', 'PUT', 'PATCH', 'DELETE'].map((method): Check => [
    `${method} text()`,
    405,
    {},
    { body: {}, answer: { allow: 'GET, HEAD' } },
  ]),
  ...['GET', 'PUT', 'PATCH', 'DELETE'].map((method): Check => [
    `${method} reset`,
    405,
    {},
    { ...(method !== 'GET' && { body: {} }), answer: { allow: 'POST' } },
  ]),
  ['GET Products(1)/ShopService.raise', 405, {}, { answer: { allow: 'POST' } }],
  ['POST Products(1)/ShopService.discounted(percent=1)', 405, {}, { answer: { allow: 'GET, HEAD' } }],
  ['POST reset', 204],
  ['POST answer', 200, { ...context('Edm.Int32'), value: 42 }],
  ['POST list', 200, { value: [1, 2] }],
  [
    'POST submit',
    200,
    { big: 9007199254740993n, ...VALUES },
    { body: `{"big":9007199254740993,${JSON.stringify(VALUES).slice(1)}` },
  ],
  ['POST submit', 400, failure('ASSERT_DATA_TYPE', 'tiny'), { body: { tiny: 256 } }],
  ['POST take', 200, { city: 'b' }, { body: { numbers: [1, null], places: [{ city: 'a' }], at: { city: 'b' } } }],
  ['POST take', 400, failure('ASSERT_DATA_TYPE', 'at'), { body: { at: [] } }],
  ['POST take', 400, failure('ASSERT_DATA_TYPE', 'at/city'), { body: { at: { city: 5 } } }],
  ['POST take', 400, failure('ASSERT_DATA_TYPE', 'places[0]'), { body: { places: [null] } }],
  [
    'POST makeTwo?$select=name',
    200,
    { value: [{ ID: 1, name: 'Bread', '@odata.etag': expect.any(String) }, { ID: 2 }] },
  ],
  [
    'POST make',
    201,
    { ...context('Products/\\$entity'), name: 'made' },
    { body: { ID: 50, name: 'made' }, answer: { location: /\/Products\(50\)$/, etag: /^W/ } },
  ],
  ['POST make', 400, failure('ASSERT_MANDATORY', 'ID'), { body: { name: 'x' } }],
  ['DELETE Products(50)', 204],
]

const BOUND: readonly Check[] = [
  ['POST Products(3)/ShopService.raise', 200, { ...context('Products/\\$entity'), price: 10 }, { body: { amount: 1 } }],
  ['POST Products(3)/raise?$select=price', 200, { price: 11 }, { body: { amount: 1 } }],
  ['POST Products(1)/ShopService.raise?$expand=category', 200, { category: { ID: 'food' } }, { body: { amount: 0 } }],
  ['POST Products(3)/ShopService.raise', 412, {}, { body: { amount: 1 }, headers: { 'if-match': 'W/"x"' } }],
  ['POST Products(3)/ShopService.raise', 400, failure('ASSERT_MANDATORY', 'amount'), { body: {} }],
  ['POST Products(99)/ShopService.raise', 404, {}, { body: { amount: 1 } }],
  ['GET Products(99)/ShopService.discounted(percent=1)', 404],
  ['POST Products/ShopService.raise', 400, {}, { body: { amount: 1 } }],
  ['POST Products(2)/ShopService.restock', 204, undefined, { body: { by: 3 } }],
  ['GET Products(1)/ShopService.discounted(percent=@p)?@p=10', 200, { ...context('Edm.Decimal'), value: 2.25 }],
  ['GET Products(1)/ShopService.discounted(percent=10)/$value', 200, /^2\.25/],
  ["GET Products(1)/ShopService.discounted(percent='x')", 400, failure('ASSERT_DATA_TYPE', 'percent')],
  ["GET Categories('food')/products(1)/ShopService.discounted(percent=10)", 200, { value: 2.25 }],
  ['GET Products(1)/ShopService.nearest(limit=2)?$filter=ID eq 2&$select=ID', 200, { value: [{ ID: 2 }] }],
  ['GET Products(1)/ShopService.labels()', 200, { value: ['a', 'b'] }],
  ['GET Products(1)/ShopService.home()/products/$count', 200, '2'],
  ['POST Products/ShopService.clear', 200, { value: 7 }],
  ['POST Products(1)/ShopService.clear', 400],
  ['GET Products/ShopService.cheapest(below=5)?$select=name', 200, { name: 'Milk' }],
  ['GET Products/ShopService.top(count=2)?$orderby=ID desc', 200, { value: [{ ID: 2 }, { ID: 1 }] }],
  ['GET Products/ShopService.top(count=1)/$count', 200, '1'],
  ['GET Products(1)/ShopService.nix()', 404],
]

const LINKS = {
  'picture@odata.mediaContentType': 'image/jpeg',
  'picture@odata.mediaReadLink': expect.stringMatching(/^http.*\/Products\(1\)\/picture$/) as unknown,
  'picture@odata.mediaEtag': expect.stringMatching(/^W/) as unknown,
}
const bytes = (type: string, more: object = {}): Options => ({
  body: 'hello',
  headers: { 'content-type': type, ...more },
})

const STREAMS: readonly Check[] = [
  ['GET Products(1)/picture', 204],
  ['GET Products(99)/picture', 404],
  ['PUT Products(99)/picture', 404, {}, bytes('image/png')],
  ['PUT Products(1)/picture', 204, undefined, { ...bytes('image/jpeg'), answer: { etag: /^W/ } }],
  [
    'GET Products(1)/picture',
    200,
    'hello',
    { answer: { 'content-type': 'image/jpeg', 'content-disposition': 'attachment; filename="a.png"', etag: /^W/ } },
  ],
  ['GET Products(1)/picture/$value', 200, 'hello'],
  ['HEAD Products(1)/picture', 200, '', { answer: { 'content-type': 'image/jpeg' } }],
  ['GET Products(1)/picture', 200, 'hello', { headers: { accept: 'image/*' } }],
  ['GET Products(1)/picture', 406, {}, { headers: { accept: 'text/plain' } }],
  ['GET Products(1)', 200, { type: 'image/jpeg', ...LINKS }],
  ['GET Products?$top=1&$select=picture', 200, { value: [{ ID: 1, ...LINKS }] }],
  [
    "GET Categories('food')?$expand=products($select=picture;$filter=ID eq 1)",
    200,
    { products: [{ 'picture@odata.mediaReadLink': LINKS['picture@odata.mediaReadLink'] }] },
  ],
  ['GET Products(2)', 200, { 'picture@odata.mediaContentType': null }],
  ['PUT Products(1)/picture', 412, {}, bytes('image/gif', { 'if-match': 'W/"x"' })],
  ['DELETE Products(1)/picture', 412, {}, { headers: { 'if-match': 'W/"x"' } }],
  ['PUT Products(1)/picture/$value', 204, undefined, bytes('application/json')],
  ['GET Products(1)/type', 200, { value: 'application/json' }],
  ['POST Products(1)/picture', 405, {}, { ...bytes('image/gif'), answer: { allow: 'GET, HEAD, PUT, DELETE' } }],
  ['PATCH Products(1)/picture', 405, {}, bytes('image/gif')],
  ['DELETE Products(1)/picture', 204],
  ['GET Products(1)/picture', 204],
  ['PUT Notes(1)/icon', 204, undefined, bytes('image/png')],
  ['PUT Notes(1)/icon', 415, failure('UNSUPPORTED_MEDIA_TYPE'), bytes('text/html')],
  ['GET Notes(1)', 200, { 'icon@odata.mediaContentType': 'image/png', 'body@odata.mediaContentType': null }],
]

const SINGLETONS: readonly Check[] = [
  ['GET Shop', 200, { ...context('Shop'), name: 'Corner' }],
  ['GET Shop/name/$value', 200, 'Corner'],
  ['GET Shop/hours', 200, { value: [] }],
  ['GET Shop/hours/$count', 200, '0'],
  ['GET Shop?$select=name&$expand=favorite($select=name)', 200, { name: 'Corner', favorite: { name: 'Bread' } }],
  ['GET Shop/favorite/name', 200, { ...context('Products\\(1\\)/name'), value: 'Bread' }],
  ['GET Shop/favorite/parts/$count', 200, '1'],
  ['GET Shop?$filter=ID eq 1', 400],
  ['GET Shop/$count', 400],
  ['GET Shop/$ref', 200, { '@odata.id': expect.stringMatching(/\/Shop$/) as unknown }],
  ['PATCH Shop', 204, undefined, { body: { hours: ['9', '10'] } }],
  ['GET Shop/hours?$top=1&$count=true', 200, { '@odata.count': 2, value: ['9'] }],
  ['PUT Shop', 200, { name: 'New', hours: [] }, { body: { name: 'New', favorite_ID: 1 } }],
  ['PUT Shop/name', 200, {}, { body: { value: 'Corner' } }],
  ['POST Shop', 405, {}, { body: {}, answer: { allow: 'GET, HEAD, PATCH, PUT' } }],
  ['DELETE Shop', 405, {}, { answer: { allow: 'GET, HEAD, PATCH, PUT' } }],
  ['PUT Shop/favorite/$ref', 204, undefined, { body: { '@odata.id': 'Products(2)' } }],
  ['GET Shop/favorite', 200, { ID: 2 }],
  ["GET Shop/ShopService.greet(who='Bo')", 200, { value: 'Hello Bo' }],
  ['POST Shop/ShopService.rename?$select=name', 200, { name: 'Renamed' }, { body: { name: 'Renamed' } }],
  ['GET Guest', 204],
  ['PUT Guest', 201, { name: 'g' }, { body: { ID: 1, name: 'g' } }],
  ['PATCH Guest', 204, undefined, { body: { name: 'h' } }],
  ['DELETE Guest', 204],
  ['DELETE Guest', 404],
]

const COLLECTIONS: readonly Check[] = [
  ['GET Products(1)/tags', 200, { ...context('Products\\(1\\)/tags'), value: ['a', 'b'] }],
  ['GET Products(2)/tags', 200, { value: [] }],
  ['GET Products(1)/places/$count', 200, '1'],
  ['GET Products/1/numbers?$skip=1&$top=1&$count=true', 200, { '@odata.count': 3, value: [2] }],
  ["GET Categories('food')/products(1)/numbers/$count", 200, '3'],
  ['PUT Products(1)/tags', 200, { value: ['x'] }, { body: { value: ['x'] } }],
  ['PUT Products(1)/tags', 400, failure('ASSERT_DATA_TYPE', 'tags[0]'), { body: { value: [1] } }],
  ['PUT Products(1)/tags', 400, {}, { body: { value: 'x' } }],
  ['PUT Products(1)/places', 200, { value: [{ city: 'A' }] }, { body: { value: [{ city: 'A' }] } }],
  ['PATCH Products(1)/tags', 405, {}, { body: { value: [] } }],
  ['DELETE Products(1)/tags', 204],
  ['GET Products(1)/tags', 200, { value: [] }],
]

const DECLARED: readonly Check[] = [
  ['PATCH Products(1)', 204, undefined, { body: { code: 'C9', label: 'L' } }],
  ['GET Products(1)', 200, { code: 'C1', label: null }],
  ['PUT Products(1)/code', 405, {}, { body: { value: 'C9' }, answer: { allow: 'GET, HEAD' } }],
  ['PUT Products(1)/label', 405, {}, { body: { value: 'L' } }],
  ['POST Archive', 405, {}, { body: { ID: 1 }, answer: { allow: 'GET, HEAD, PATCH' } }],
  ['GET Archive?$filter=year eq 1', 200, { value: [] }],
  ['GET Archive', 400, failure('FILTER_REQUIRED')],
  ["GET Archive?$filter=year eq 1 and contains(secret,'x')", 400, failure('NOT_SUPPORTED')],
  ...['$orderby=secret', '$top=1', '$skip=1', '$count=true', '$expand=shop', '$search=x'].map((option): Check => [
    `GET Archive?$filter=year eq 1&${option}`,
    400,
    failure('NOT_SUPPORTED'),
  ]),
  ['GET Archive/$count?$filter=year eq 1', 400, failure('NOT_SUPPORTED')],
  ['PATCH Archive(1)', 400, failure('NOT_SUPPORTED', 'year'), { body: { year: 2 } }],
  ['PATCH Archive(1)', 404, {}, { body: { secret: 'x' } }],
  ['DELETE Archive(1)', 405, {}, { answer: { allow: 'GET, HEAD, PATCH, PUT' } }],
  ...['$filter=ID eq 1', '$orderby=text', '$select=text'].map((option): Check => [
    `GET Journal?${option}`,
    400,
    failure('NOT_SUPPORTED'),
  ]),
  ['POST Journal', 201, {}, { body: { ID: 1, text: 'a' } }],
  ['PATCH Journal(1)', 405, {}, { body: { text: 'b' }, answer: { allow: 'GET, HEAD, DELETE' } }],
  ['GET $metadata', 200, /Term="Core.Description" String="What is sold"[^]*Term="Core.Immutable" Bool="true"/],
]

const ORDER = '00000000-0000-4000-8000-0000000000a1'
const [DRAFT, ACTIVE] = [false, true].map((state) => `Orders(ID=${ORDER},IsActiveEntity=${String(state)})`)
const NOBODY = `Orders(ID=${PART},IsActiveEntity=true)`
const ITEMS = { items: [{ pos: 1, what_ID: 2 }] }
const DRAFTS: readonly Check[] = [
  ['POST Orders', 201, ITEMS, { body: { ID: ORDER, note: 'n', product_ID: 1, ...ITEMS } }],
  [
    `POST ${DRAFT!}/ShopService.ship?$select=note&$expand=product($select=name),items`,
    200,
    { note: 'b', product: { name: 'Bread' }, ...ITEMS },
    { body: { note: 'b' } },
  ],
  [
    `POST ${DRAFT!}/ShopService.ship?$expand=items`,
    200,
    /^(?![^]*DraftUUID)[^]*HasDraftEntity/,
    { body: { note: 'b' } },
  ],
  [`POST ${DRAFT!}/ShopService.draftActivate`, 201, { note: 'b' }, { body: {} }],
  [
    `POST ${ACTIVE!}/ShopService.ship?$select=note&$expand=DraftAdministrativeData`,
    200,
    { note: 'c', IsActiveEntity: true, DraftAdministrativeData: null },
    { body: { note: 'c' } },
  ],
  [`GET ${ACTIVE!}/ShopService.twin()?$expand=items($expand=what($select=name))`, 200, { value: [ITEMS] }],
  [`GET ${ACTIVE!}/ShopService.twin()/$count`, 200, '1'],
  [`POST ${NOBODY}/ShopService.ship`, 404, {}, { body: { note: 'x' } }],
  ['DELETE Products(2)', 409, { error: { message: 'Other records still refer to this one.' } }],
  [`DELETE ${ACTIVE!}`, 204],
]

const TREE = `HierarchyNodes=$root/Rooms,HierarchyQualifier='Tree',NodeProperty='ID'`
const LEVELS = 'com.sap.vocabularies.Hierarchy.v1.TopLevels'
const FIELDS = '$select=ID,name,DrillState,DistanceFromRoot,LimitedDescendantCount'
const HIERARCHIES: readonly string[] = [
  `${LEVELS}(${TREE},Levels=2)&${FIELDS}&$count=true`,
  `${LEVELS}(${TREE})&${FIELDS}&$skip=1&$top=2`,
  `orderby(name)/${LEVELS}(${TREE},Levels=2)&${FIELDS}`,
  `${LEVELS}(${TREE},Levels=1,ExpandLevels=[{"NodeID":"1","Levels":1}])&$select=ID,DrillState`,
  `descendants($root/Rooms,Tree,ID,filter(ID eq 1),1)&$select=ID,DrillState`,
  `descendants($root/Rooms,Tree,ID,filter(ID eq 1),keep start)&$select=ID`,
  `ancestors($root/Rooms,Tree,ID,filter(name eq 'kitchen'),keep start)/${LEVELS}(${TREE},Levels=2)&${FIELDS}`,
  `ancestors($root/Rooms,Tree,ID,search("kitchen"),keep start)/${LEVELS}(${TREE},Levels=1)&$select=ID`,
]

const ORIGIN = { street: 's1', city: 'Bonn', point: { x: 1.5, y: 2.5 } }
const nothing = { street: null, point: null }
const STRUCTURES: readonly Check[] = [
  ['POST Products', 201, { origin: ORIGIN }, { body: { ID: 20, name: 'Salt', origin: ORIGIN } }],
  ['POST Products', 201, { origin: null }, { body: { ID: 21, name: 'Oil', price: 3 } }],
  [
    'POST Products',
    400,
    failure('ASSERT_DATA_TYPE', 'origin/city'),
    { body: { ID: 22, name: 'x', origin: { city: 5 } } },
  ],
  ['POST Products', 400, {}, { body: { ID: 22, name: 'x', origin: { nix: 5 } } }],
  ['GET Products(20)/origin', 200, { ...context('Products\\(20\\)/origin'), ...ORIGIN }, { answer: { etag: /^W/ } }],
  ['GET Products(20)/origin?$select=city', 200, { city: 'Bonn' }],
  ['GET Products(20)/origin/city', 200, { ...context('Products\\(20\\)/origin/city'), value: 'Bonn' }],
  ['GET Products(20)/origin/point/x/$value', 200, /^1\.5/],
  ['GET Products(20)/origin/nix', 404],
  ['GET Products(21)/origin', 204],
  ['GET Products(21)/origin/city', 204],
  ['GET Products(99)/origin', 404],
  ["GET Products?$filter=origin/city eq 'Bonn' and origin/point/x gt 1&$select=ID", 200, { value: [{ ID: 20 }] }],
  ['GET Products?$filter=ID ge 20&$orderby=origin/city desc,ID desc&$select=ID', 200, { value: expect.any(Array) }],
  ['GET Products?$filter=ID eq 20&$select=origin/city', 200, { value: [{ ID: 20, origin: { city: 'Bonn' } }] }],
  ['PATCH Products(20)', 204, undefined, { body: { origin: { city: 'Ulm' } } }],
  ['GET Products(20)', 200, { name: 'Salt', origin: { ...ORIGIN, city: 'Ulm' } }],
  ['PATCH Products(20)/origin', 204, undefined, { body: { point: { y: 7 } } }],
  ['GET Products(20)/origin/point', 200, { x: 1.5, y: 7 }],
  ['PUT Products(20)/origin/city', 204, undefined, { body: { value: 'Hof' } }],
  ['PUT Products(20)/origin/city', 400, {}, { body: { value: 5 } }],
  ['PATCH Products(20)/origin/city', 405, {}, { body: { value: 'x' } }],
  ['POST Products(20)/origin', 405, {}, { body: {}, answer: { allow: 'GET, HEAD, PATCH, PUT, DELETE' } }],
  ['PUT Products(20)/origin', 204, undefined, { body: { city: 'Rom' } }],
  ['GET Products(20)/origin', 200, { ...nothing, point: { x: null, y: null }, city: 'Rom' }],
  ['PUT Products(20)/origin', 412, {}, { body: {}, headers: { 'if-match': 'W/"x"' } }],
  ['PUT Products(99)/origin', 404, {}, { body: { city: 'x' } }],
  ['DELETE Products(20)/origin/city', 204],
  ['GET Products(20)/origin', 204],
  ['PATCH Products(21)/origin', 204, undefined, { body: { city: 'Pisa' } }],
  ['DELETE Products(21)/origin', 204],
  ['GET Products(21)', 200, { origin: null, price: 3 }],
  ['PUT Products(21)', 200, { origin: { city: 'X' }, price: null }, { body: { name: 'Oil', origin: { city: 'X' } } }],
  ['PUT Products(21)', 200, { origin: null }, { body: { name: 'Oil' } }],
  ['PATCH Shop/seat', 204, undefined, { body: { city: 'Bath' } }],
  ['GET Shop', 200, { seat: { city: 'Bath' } }],
  ['GET place()/point/x', 200, { value: 1.5 }],
  ['DELETE Products(20)', 204],
  ['DELETE Products(21)', 204],
]

const send = async ({ url }: ServerProcess, request: string, { body, headers }: Options = {}): Promise<Response> => {
  const [method = '', ...path] = request.split(' ')
  const text = typeof body === 'object' ? JSON.stringify(body) : (body as string | undefined)
  return fetch(`${url}/odata/v4/shop/${path.join(' ')}`, {
    method,
    headers: { ...(text !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(text !== undefined && { body: text }),
  })
}

/** Objects as patterns, at any depth. */
const pattern = (expected: unknown): unknown => {
  if (typeof expected === 'bigint') return Number(expected)
  if (Array.isArray(expected)) return expected.map(pattern)
  const isPlain = typeof expected === 'object' && expected !== null && !('asymmetricMatch' in expected)
  if (!isPlain) return expected
  return expect.objectContaining(
    Object.fromEntries(Object.entries(expected).map(([name, value]) => [name, pattern(value)])),
  )
}

const check = async (server: ServerProcess, [request, status, expected, options = {}]: Check): Promise<void> => {
  const response = await send(server, request, options)
  const text = await response.text()
  expect([request, response.status, text]).toEqual([request, status, expect.anything()])
  for (const [name, value] of Object.entries(options.answer ?? {}))
    expect([request, name, response.headers.get(name)]).toEqual([
      request,
      name,
      typeof value === 'string' ? value : expect.stringMatching(value),
    ])
  if (expected instanceof RegExp) expect(text).toMatch(expected)
  else if (typeof expected === 'string') expect([request, text]).toEqual([request, expected])
  else if (expected) expect([request, JSON.parse(text)]).toEqual([request, pattern(expected)])
}

/** The rows of a hierarchy; engines tell its numbers in several ways. */
const rowsOf = async (server: ServerProcess, apply: string): Promise<Json> => {
  const response = await send(server, `GET Rooms?$apply=${apply}`)
  const { value, '@odata.count': count } = (await response.json()) as Json
  const rows = (value as object[]).map((row) =>
    Object.entries(row).map(([name, field]) => [name, isNaN(Number(field)) ? field : Number(field)] as const),
  )
  return [apply, response.status, count, rows.map((row) => Object.fromEntries(row.toSorted()) as unknown)]
}

const startStock = (): Promise<ServerProcess> => {
  const db = { kind: 'sqlite', credentials: { url: ':memory:' } }
  const cwd = join(ROOT, 'test/support/structured-model')
  return startServer(SERVE, { cwd, env: { STOCK: '1', CDS_CONFIG: JSON.stringify({ requires: { db } }) } })
}

test.each(DATABASES)('structures on %s, where a service has them', async (database) => {
  const server = await startModel('structured-model', database, {}, { CDS_ENV: 'structures' })
  try {
    for (const each of STRUCTURES) await check(server, each)
  } finally {
    await server.stop()
  }
})

describe.each(DATABASES)('%s', (database) => {
  let server: ServerProcess

  beforeAll(async () => {
    server = await startModel('structured-model', database)
    for (const each of SEED) await check(server, each)
  })
  afterAll(() => server.stop())

  test.each([
    ['operations that are not bound', UNBOUND],
    ['methods and bodies of operations', METHODS],
    ['operations that are bound', BOUND],
    ['operations on drafts', DRAFTS],
    ['collections of values', COLLECTIONS],
    ['streams', STREAMS],
    ['singletons', SINGLETONS],
    ['what is declared', DECLARED],
  ])('%s', async (_, checks) => {
    for (const each of checks) await check(server, each)
  })

  test('hierarchies are answered as CAP alone answers them', async () => {
    const stock = await startStock()
    try {
      for (const each of SEED.filter(([request]) => request === 'POST Rooms')) await check(stock, each)
      for (const each of HIERARCHIES) expect(await rowsOf(server, each)).toEqual(await rowsOf(stock, each))
    } finally {
      await stock.stop()
    }
  })
})
