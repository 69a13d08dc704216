/** The records that random requests are about, as objects that lead to each other, and the requests that create them. */

/** A record: its values by name, and the records that it leads to. */
export type Row = { readonly [name: string]: any } // eslint-disable-line @typescript-eslint/no-explicit-any -- values of every kind

/** What an expression gives; moments and durations are in milliseconds, times of a day in seconds. */
export type Kind = 'text' | 'whole' | 'number' | 'truth' | 'day' | 'moment' | 'clock' | 'duration'

/** What an entity has: values by kind, links to one record, and collections of records or values. */
export interface Shape {
  readonly values: Readonly<Partial<Record<Kind, readonly string[]>>>
  readonly one: Readonly<Record<string, string>>
  readonly many: Readonly<Record<string, string>>
  /** The texts that a search looks into: all, foreign keys among them, as in CAP. */
  readonly searched: readonly string[]
  /** The link to a record of the same kind. */
  readonly above?: string
}

/** The entities of `structured-model`, as far as expressions are about them. */
export const SHAPES: Readonly<Record<string, Shape>> = {
  Products: {
    values: {
      text: ['name', 'code', 'state', 'origin_city'],
      whole: ['ID', 'stock', 'rating'],
      number: ['big', 'price', 'ratio', 'origin_point_x', 'origin_point_y'],
      truth: ['fresh'],
      day: ['released'],
      moment: ['sold'],
      clock: ['opens'],
    },
    one: { category: 'Categories' },
    many: { parts: 'Parts', 'category/products': 'Products', tags: 'text', numbers: 'whole' },
    searched: ['name', 'code', 'state', 'category_ID', 'origin_city'],
  },
  Categories: {
    values: { text: ['ID', 'name'] },
    one: {},
    many: { products: 'Products' },
    searched: ['ID', 'name'],
  },
  Parts: {
    values: { text: ['name'] },
    one: { product: 'Products' },
    many: { 'product/parts': 'Parts' },
    searched: ['name'],
  },
  Rooms: {
    values: { text: ['name'], whole: ['ID'] },
    one: { parent: 'Rooms' },
    many: {},
    searched: ['name'],
    above: 'parent',
  },
}

const pick = <Value>(index: number, ...values: readonly Value[]): Value => values[index % values.length] as Value

const uuid = (index: number): string => `${String(index)}0000000-0000-4000-8000-000000000000`.slice(-36)

const CATEGORIES: readonly Row[] = [
  { ID: 'food', name: 'Food' },
  { ID: 'tool', name: null },
  { ID: 'odd', name: "it's" },
]

const NAMES = ['Bread', 'bread', 'Straße', '', null, ' b ', '😀é', 'ΣΑΣ', "d'oh", 'a%_\\', 'Milk', null]

const PRODUCTS: readonly Row[] = NAMES.map((name, index) => ({
  ID: index + 1,
  // It is mandatory.
  name: name || `n${String(index)}`,
  price: pick(index, 2.5, null, 0, 10.25, -1.5),
  stock: pick(index, 10, 0, null, -3),
  big: pick(index, 5, null, 3_000_000_000),
  rating: pick(index, 1, 2, null),
  state: pick(index, 'open', null, 'closed', 'open'),
  released: pick(index, '2024-02-29', null, '1999-12-31', '2024-03-01'),
  code: name,
  ratio: pick(index, 0.5, null, -2.25),
  fresh: pick(index, true, false, null),
  opens: pick(index, '10:11:12', '00:00:00', null),
  sold: pick(index, '2024-02-29T10:11:12.500Z', null, '1999-12-31T23:59:59.250Z', '1970-01-01T00:00:00.000Z'),
  tags: pick<readonly (string | null)[] | null>(index, ['a', 'b'], null, [], ['Bread', null]),
  numbers: pick<readonly (number | null)[] | null>(index, [1, 2, 3], [], null, [7, null]),
  origin_city: pick(index, 'York', null, 'Bath'),
  origin_point_x: pick(index, 1.5, null),
  origin_point_y: pick(index, null, 2, -0.5),
  category_ID: pick(index, 'food', 'tool', null, 'food'),
}))

const PARTS: readonly Row[] = Array.from({ length: 9 }, (_, index) => ({
  ID: uuid(index + 1),
  name: pick(index, 'crust', 'a', null, 'Bread'),
  product_ID: pick(index, 1, 1, 2, null, 4, 4, 4, 9),
}))

const ROOMS: readonly Row[] = Array.from({ length: 7 }, (_, index) => ({
  ID: index + 1,
  name: pick(index, 'house', 'floor', null, 'a'),
  parent_ID: pick(index, null, 1, 2, 1, 3, null, 5),
}))

/** What creates them, in order. */
export const SEED: readonly (readonly [set: string, body: Row])[] = [
  ...CATEGORIES.map((row) => ['Categories', row] as const),
  ...PRODUCTS.map((row) => ['Products', row] as const),
  ...PARTS.map((row) => ['Parts', row] as const),
  ...ROOMS.map((row) => ['Rooms', row] as const),
]

const MS = 1_000

/** Times as numbers. */
const timed = (row: Row): Row => ({
  ...row,
  ...('sold' in row && { sold: row['sold'] === null ? null : Date.parse(row['sold'] as string) }),
  ...('opens' in row && {
    opens: row['opens'] === null ? null : Date.parse(`1970-01-01T${row['opens'] as string}Z`) / MS,
  }),
})

/** The records of each set. */
export const ROWS: Readonly<Record<string, readonly Row[]>> = linked()

function linked(): Record<string, readonly Row[]> {
  const copies = (rows: readonly Row[]): Record<string, any>[] => rows.map((row) => ({ ...timed(row) })) // eslint-disable-line @typescript-eslint/no-explicit-any -- as above
  const [categories, products, parts, rooms] = [copies(CATEGORIES), copies(PRODUCTS), copies(PARTS), copies(ROOMS)]
  for (const row of products) {
    row['category'] = categories.find(({ ID }) => ID === row['category_ID']) ?? null
    row['parts'] = parts.filter((part) => part['product_ID'] === row['ID'])
  }
  for (const row of categories) row['products'] = products.filter((product) => product['category'] === row)
  for (const row of parts) row['product'] = products.find(({ ID }) => ID === row['product_ID']) ?? null
  for (const row of rooms) row['parent'] = rooms.find(({ ID }) => ID === row['parent_ID']) ?? null
  return { Products: products, Categories: categories, Parts: parts, Rooms: rooms }
}

/** What a path leads to; null where it leads to nothing. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- values of every kind
export const follow = (row: Row | null, path: string): any =>
  path === '' ? row : path.split('/').reduce<Row | null>((at, name) => (at?.[name] ?? null) as Row | null, row)
