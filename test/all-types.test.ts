/** An entity with every type of CDS, at the extremes of its values: through OData and through every operation on tables. */
import { isFindable, kindsOf, plainText, whereText } from '../app/cockpit/src/parts/grid/column-filter.ts'
import { ROUTES } from '../srv/admin/http/routes.ts'
import { startAllTypes } from './support/all-types.ts'
import { DATABASES } from './support/server-on.ts'
import type { ServerProcess } from './support/server-process.ts'

type Json = any // eslint-disable-line @typescript-eslint/no-explicit-any -- arbitrary JSON

const [FULL, EMPTY, NULLS] = [1, 2, 3].map((digit) => `00000000-0000-4000-8000-00000000000${String(digit)}`)
const TEXT = `=1+1 😀 "q" 'a'\n,;\\ é`

/** Values as OData writes them with `IEEE754Compatible=true`. SQLite keeps fifteen digits of a decimal. */
const valuesOn = (database: string): Json => ({
  text: TEXT,
  free: TEXT,
  long: TEXT.repeat(20),
  flag: true,
  tiny: 255,
  short: -32768,
  signed: -128,
  middle: -2147483648,
  whole: 2147483647,
  big: '9007199254740993',
  bigger: '-9223372036854775808',
  price: database === 'sqlite' ? '12345.0123456789' : '1234567890123456789012345678.0123456789',
  round: database === 'sqlite' ? '900719925474099' : '99999999999999999999',
  decimal: database === 'sqlite' ? '0.000001' : '1234567890123456789012345678901234',
  double: 1e308,
  single: 0.5,
  day: '9999-12-31',
  clock: '23:59:59',
  moment: '2024-02-29T23:59:59Z',
  instant: '2024-02-29T23:59:59.999Z',
  bytes: 'AP8=',
  state: 'open',
  grade: 2,
  measure_amount: '-0.125',
  measure_unit: 'kg',
  measure_limit_least: '9223372036854775807',
  measure_limit_most: 5e-324,
  tags: ['', TEXT, null],
  points: [{ label: 'p', at: -1 }],
  map: { a: [1, null, 'x'], 'ä "': { b: true } },
})

const ZEROS = {
  ...{
    text: '',
    free: '',
    long: '',
    flag: false,
    tiny: 0,
    short: 0,
    signed: 0,
    middle: 0,
    whole: 0,
    big: '0',
    bigger: '0',
  },
  ...{
    price: '0.0000000000',
    round: '0',
    decimal: '0',
    double: 0,
    single: 0,
    bytes: '',
    tags: [],
    points: [],
    map: {},
  },
  ...{ measure_amount: '0.000', measure_unit: '', measure_limit_least: '0', measure_limit_most: 0 },
}

/** Properties that have no order: no rows are sorted by collections, nor by what has no type. */
const UNORDERED = ['tags', 'points', 'map', 'bytes']
const UNSORTED = ['tags', 'points', 'map', 'picture']

/** A value in a filter of OData. */
const literalOf = (name: string, value: unknown): string =>
  typeof value !== 'string' ||
  /^(big|bigger|price|round|decimal|day|clock|moment|instant|\w+_(amount|least))$/.test(name)
    ? String(value)
    : `'${value.replaceAll("'", "''")}'`

const TEXTS = 'application/json;IEEE754Compatible=true'

describe.each(DATABASES)('%s', (database) => {
  let server: ServerProcess
  const values = valuesOn(database)
  const names = Object.keys(values)

  const send = async (method: string, path: string, body?: unknown): Promise<{ status: number; body: Json }> => {
    const headers = { accept: TEXTS, 'content-type': TEXTS }
    const text = body === undefined ? undefined : JSON.stringify(body)
    const answer = await fetch(`${server.url}/types/${path}`, { method, headers, ...(text && { body: text }) })
    const got = await answer.text()
    return { status: answer.status, body: got.startsWith('{') ? JSON.parse(got) : got }
  }
  const read = async (path: string): Promise<Json> => {
    const { status, body } = await send('GET', path)
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`)
    return body
  }

  beforeAll(async () => {
    server = await startAllTypes(database)
    for (const record of [{ ID: FULL, ...values }, { ID: EMPTY, ...ZEROS }, { ID: NULLS }])
      expect(await send('POST', 'Things', record)).toMatchObject({ status: 201, body: record })
  })
  afterAll(() => server.stop())

  describe('OData', () => {
    test('reads what was written, the empty and the null', async () => {
      expect(await read(`Things(${FULL!})`)).toMatchObject(values)
      expect(await read(`Things(${EMPTY!})`)).toMatchObject(ZEROS)
      const nulls = names.map((name) => [name, /^(tags|points)$/.test(name) ? [] : null])
      expect(await read(`Things(${NULLS!})`)).toMatchObject(Object.fromEntries(nulls))
    })

    test('changes any property alone, and back', async () => {
      for (const name of names)
        for (const value of [null, values[name]]) {
          const { status } = await send('PATCH', `Things(${FULL!})`, { [name]: value })
          expect([name, status]).toEqual([name, 204])
        }
      expect(await read(`Things(${FULL!})`)).toMatchObject(values)
    })

    test('finds a record by any property that has an order', async () => {
      for (const name of names.filter((each) => !UNORDERED.includes(each))) {
        const filter = encodeURIComponent(`${name} eq ${literalOf(name, values[name])}`)
        const { value } = await read(`Things?$select=ID&$filter=${filter}`)
        expect([name, value]).toEqual([name, [{ ID: FULL }]])
      }
    })

    test('orders by, groups by and computes any such property', async () => {
      for (const name of [...UNSORTED, 'parts'])
        expect([name, await send('GET', `Things?$orderby=${name}`)]).toMatchObject([name, { status: 400 }])
      for (const name of names) {
        if (UNSORTED.includes(name)) continue
        expect((await read(`Things?$select=ID&$orderby=${name} desc,ID`)).value).toHaveLength(3)
        if (UNORDERED.includes(name)) continue
        const { value } = await read(`Things?$apply=groupby((${name}))`)
        const numbers = (rows: Json[]): unknown[] =>
          rows.map((row) => (isNaN(row[name]) ? row[name] : Number(row[name])))
        expect([name, numbers(value)]).toEqual([name, expect.arrayContaining(numbers([values]))])
        expect((await read(`Things(${FULL!})?$select=x&$compute=${name} as x`)).x).toEqual(values[name])
      }
    })

    test('keeps all of them through a draft', async () => {
      const draft = `Drafted(ID=${FULL!},IsActiveEntity=false)`
      const active = `Drafted(ID=${FULL!},IsActiveEntity=true)`
      expect(await send('POST', 'Drafted', { ID: FULL, ...values })).toMatchObject({ status: 201, body: values })
      expect(await send('POST', `${draft}/TypesService.draftActivate`, {})).toMatchObject({ body: values })
      expect(await send('POST', `${active}/TypesService.draftEdit`, {})).toMatchObject({ status: 201, body: values })
      expect(await read(draft)).toMatchObject(values)
      expect((await send('DELETE', draft)).status).toBe(204)
      expect(await read(active)).toMatchObject(values)
      expect((await send('DELETE', active)).status).toBe(204)
    })

    test('keeps maps that look like expressions of CQN, in items and through drafts', async () => {
      const ID = FULL!
      const active = `Wholes(ID=${ID},IsActiveEntity=true)`
      const draft = `Wholes(ID=${ID},IsActiveEntity=false)`
      const items = [{ ID, map: { a: 1 } }]
      await send('POST', 'Wholes', { ID, IsActiveEntity: true, map: {}, items })
      for (const map of [{ ref: ['ID'] }, { xpr: ['1'] }, { func: 'upper', args: [{ val: 'x' }] }, { SELECT: {} }]) {
        const changed = { map, items: [{ ID, map }] }
        await send('PATCH', active, { map: {}, items })
        expect((await send('PATCH', active, { map })).status).toBe(204)
        expect((await read(active)).map).toEqual(map)
        expect((await send('PATCH', active, changed)).status).toBe(204)
        expect(await read(`${active}?$expand=items`)).toMatchObject(changed)
        await send('PATCH', active, { map: {}, items })
        await send('POST', `${active}/TypesService.draftEdit`, {})
        expect((await send('PATCH', draft, { map })).status).toBe(204)
        expect((await send('PATCH', `${draft}/items(ID=${ID},IsActiveEntity=false)`, { map })).status).toBe(204)
        expect((await send('POST', `${draft}/TypesService.draftActivate`, {})).status).toBe(200)
        expect(await read(`${active}?$expand=items`)).toMatchObject(changed)
      }
      expect((await send('DELETE', active)).status).toBe(204)
    })

    test('has texts by language', async () => {
      await send('PATCH', `Things(${EMPTY!})`, { texts: [{ locale: 'de', text: 'Ähm' }] })
      expect((await read(`Things(${EMPTY!})?$select=text&sap-locale=de`)).text).toBe('Ähm')
      expect((await read(`Things(${EMPTY!})?$select=text`)).text).toBe('')
    })

    test.each([
      ['text', 'a\0b'],
      ['tags', ['a\0b']],
      ['map', { a: 'a\0b' }],
      ['flag', 'true'],
      ['tiny', 256],
      ['tiny', -1],
      ['tiny', [1]],
      ['short', 32768],
      ['signed', 128],
      ['signed', -129],
      ['middle', 2147483648],
      ['whole', -2147483649],
      ['whole', 0.5],
      ['big', '9223372036854775808'],
      ['big', '-9223372036854775809'],
      ['bigger', '9223372036854775808'],
      ['price', '0.12345678901'],
      ['price', 1e28],
      ['price', ['1']],
      ['round', '0.5'],
      ['measure_amount', 1e6],
      ['double', '1'],
      ['single', 4e38],
      ['day', '2023-02-29'],
      ['day', ['2023-02-28']],
      ['clock', '24:00:00'],
      ['bytes', '?'],
      ['bytes', 'A'.repeat(136)],
      ['bytes', ['AAAA']],
      ['map', 'x'],
      ['map', [1]],
      ['points', [{ at: 'x' }]],
    ])('refuses as %s: %j', async (name, value) => {
      for (const [method, path, sent] of [
        ['PATCH', '', { [name]: value }],
        ['PUT', `/${name}`, { value }],
      ] as const) {
        const { status, body } = await send(method, `Things(${FULL!})${path}`, sent)
        expect([status, body.error.message]).toEqual([400, expect.any(String)])
        if (!JSON.stringify(value).includes('u0000')) expect(body.error.target).toMatch(name)
      }
    })

    test('takes numbers at the ends of their types, in any notation', async () => {
      for (const [name, value, written] of [
        ['price', 1e-7, '0.0000001000'],
        ['price', 1e14, '100000000000000.0000000000'],
        ['measure_amount', '-1.5e3', '-1500.000'],
        ['single', 3.4028234663852886e38, 3.4028234663852886e38],
        ['signed', 127, 127],
        ['big', '-9223372036854775808', '-9223372036854775808'],
      ] as const) {
        expect((await send('PATCH', `Things(${EMPTY!})`, { [name]: value })).status).toBe(204)
        expect((await read(`Things(${EMPTY!})`))[name]).toBe(written)
      }
      await send('PATCH', `Things(${EMPTY!})`, ZEROS)
    })

    test('writes bytes as base64url, and takes either alphabet for the same bytes', async () => {
      for (const bytes of ['_-8=', '/+8=', '_-8']) {
        expect((await send('PATCH', `Things(${EMPTY!})`, { bytes })).status).toBe(204)
        expect((await read(`Things(${EMPTY!})`)).bytes).toBe('_-8=')
        expect((await send('PUT', `Things(${EMPTY!})/bytes`, { value: bytes })).status).toBe(200)
        expect((await read(`Things(${EMPTY!})/bytes`)).value).toBe('_-8=')
        const answer = await fetch(`${server.url}/types/Things(${EMPTY!})/bytes/$value`)
        expect([...new Uint8Array(await answer.arrayBuffer())]).toEqual([255, 239])
      }
      await send('PATCH', `Things(${EMPTY!})`, ZEROS)
    })

    test.each(['9223372036854775808', '-9223372036854775809', '1.5', '1e30'])('refuses as a key: %s', async (key) => {
      for (const path of [`Parts(${key})`, `Parts(ID=${key})/price`, `Things(${FULL!})/parts(${key})`])
        for (const method of ['GET', 'PATCH']) {
          const { status, body } = await send(method, path, method === 'GET' ? undefined : { price: '1' })
          expect([path, status, body.error.message]).toEqual([path, expect.any(Number), expect.any(String)])
          expect([400, 405]).toContain(status)
        }
    })

    test('writes long numbers with all of their digits unless texts are asked for', async () => {
      const plain = await fetch(`${server.url}/types/Things(${FULL!})`)
      const text = await plain.text()
      for (const name of ['big', 'bigger', 'price', 'round', 'decimal', 'measure_limit_least'])
        expect(text).toContain(`"${name}":${String(values[name])}`)
    })

    test('says the type of each', async () => {
      const metadata = await (await fetch(`${server.url}/types/$metadata`)).text()
      for (const name of [...names, 'picture']) expect(metadata).toContain(`<Property Name="${name}" Type="`)
      expect(metadata).not.toContain('vector')
    })
  })

  test('every operation on tables', async () => {
    const asked = new Set<string>()
    const call = async (method: string, path: string, body?: unknown): Promise<Json> => {
      const isFile = path.startsWith('/files')
      const headers = { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }
      const content = isFile ? (body as Buffer) : JSON.stringify(body)
      const sent = { method, headers, ...(body !== undefined && { body: content }) }
      const answer = await fetch(`${server.url}/api/v1${path}`, sent)
      const json = (await answer.json()) as Json
      if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(json)}`)
      asked.add(`${method} ${path.split('?')[0]!}`)
      return json
    }
    const { schemas } = await call('GET', '/schemas')
    const schema = schemas.find(({ isCurrent }: Json) => isCurrent).name as string
    const things = { schema, table: 'TypesService_Things' }
    const pair = { schema1: schema, table1: things.table, schema2: schema, table2: 'copy' }

    const found = await call('GET', `/table?schema=${schema}&table=${things.table}&count=true`)
    const columns: string[] = found.columns.map(({ name }: Json) => name)
    const own = [...names, 'picture', ...(database === 'sqlite' ? ['vector'] : [])]
    expect(columns).toEqual(expect.arrayContaining(own))
    expect(found.matchingRows).toBe(3)
    for (const path of ['/tables', '/views', '/structure', '/columns'])
      expect(
        (await call('GET', `${path}?schema=${schema}&pattern=*`.replace(/(structure.*)&.*/, '$1'))).total,
      ).not.toBe(0)
    for (const path of [
      '/dbInfo',
      '/alerts',
      '/replicationStatus',
      '/sdiTasks',
      '/xsaServices',
      '/sessions',
      '/copies',
    ])
      await call('GET', path)

    const copy = { sourceSchema: schema, sourceTable: things.table, targetSchema: schema, targetTable: 'copy' }
    expect(await call('POST', '/tableCopy', { ...copy, includeData: true })).toMatchObject({ rowsCopied: 3 })
    const json = await call('POST', '/export', { ...things, format: 'json', orderBy: 'ID' })
    expect(json.rows[0]).toMatchObject({ big: values.big, bigger: values.bigger, round: values.round, bytes: 'AP8=' })
    for (const format of ['json', 'csv', 'ndjson', 'xlsx']) {
      const exported = await call('POST', '/export', { ...things, format, escapeFormulas: false })
      const { rows, content, contentBase64 } = exported
      const text = format === 'json' ? JSON.stringify(rows) : (content as string)
      const file = format === 'xlsx' ? Buffer.from(contentBase64 as string, 'base64') : Buffer.from(text)
      await call('PUT', `/files/rows.${format}?overwrite=true`, file)
      const imported = { schema, table: 'copy', file: `rows.${format}`, truncate: true }
      expect([format, await call('POST', '/import', imported)]).toEqual([
        format,
        expect.objectContaining({ rowsInserted: 3 }),
      ])
      expect(await call('POST', '/dataDiff', pair)).toMatchObject({ summary: { identical: 3 }, differences: [] })
      expect(await call('POST', '/compareData', pair)).toMatchObject({ identical: true })
      const again = await call('POST', '/export', { schema, table: 'copy', format: 'json', orderBy: 'ID' })
      expect(again.rows).toEqual(json.rows)
    }
    const safe = await call('POST', '/export', { ...things, format: 'csv', columns: 'text', escapeFormulas: true })
    expect(safe.content).toContain(`"'=1+1`)

    const profile = await call('POST', '/dataProfile', things)
    const profiled = new Map<string, Json>(profile.columns.map((column: Json) => [column.name, column]))
    expect([...profiled.keys()]).toEqual(columns)
    for (const name of names) expect([name, profiled.get(name).nullCount]).toEqual([name, Object.hasOwn(ZEROS, name) ? 1 : 2]) // prettier-ignore
    expect(profiled.get('big')).toMatchObject({ max: values.big })
    expect(profiled.get('bigger')).toMatchObject({ min: values.bigger })
    expect(profiled.get('decimal')).toMatchObject({ max: values.decimal })

    for (const column of columns) {
      const rules = [{ rule: 'required', column }]
      const [nullCount] = [profiled.get(column).nullCount]
      expect([column, (await call('POST', '/dataValidator', { ...things, rules })).invalidRows]).toEqual([column, nullCount]) // prettier-ignore
      const where = `${column} IS NULL`
      expect((await call('POST', '/export', { ...things, format: 'json', where })).rows).toHaveLength(nullCount)
    }
    // As the cockpit asks for the rows that have a value which it shows.
    const kindOf = kindsOf(found.columns)
    const findable = names.filter((name) => isFindable(plainText(json.rows[0][name]), kindOf(name)))
    expect(names.filter((name) => !findable.includes(name))).toEqual(['bytes', 'map'])
    for (const name of findable) {
      const where = whereText([{ column: name, operator: 'is', values: [plainText(json.rows[0][name])] }], '', kindOf)
      const { rows } = await call('POST', '/export', { ...things, format: 'json', where })
      expect([name, rows]).toEqual([name, [json.rows[0]]])
    }
    expect(await call('POST', '/duplicateDetection', things)).toMatchObject({ totalRows: 3, duplicateGroups: 0 })
    expect(await call('POST', '/duplicateDetection', { ...things, columns: 'day,clock' })).toMatchObject({
      duplicateGroups: 1,
    })
    expect(await call('POST', '/referentialCheck', { schema, table: 'TypesService_Parts' })).toMatchObject({
      totalOrphanedRecords: 0,
    })
    const { nodes } = await call('POST', '/dataLineage', { schema, table: 'localized_TypesService_Things' })
    expect(nodes.length).toBeGreaterThan(1)
    const series = { ...things, action: 'aggregate', interval: 'YEAR', timeColumn: 'instant', functions: 'max' }
    for (const valueColumn of ['big', 'price', 'double', 'grade'])
      expect((await call('POST', '/timeseriesTools', { ...series, valueColumn })).success).toBe(true)
    const sql = `select big, bigger, bytes from ${things.table} order by ID`
    expect((await call('POST', '/query', { sql })).rows[0].slice(0, 2)).toEqual([values.big, values.bigger])

    await call('POST', '/schemaClone', { source: schema, target: 'twin', includeData: true, includeTriggers: true })
    // Functions of a clone look into the clone: they are others.
    const twins = { schema1: schema, schema2: 'twin', compareRoutines: false }
    expect(await call('POST', '/compareSchema', twins)).toMatchObject({ identical: true })
    const cloned = { ...pair, schema2: 'twin', table2: things.table }
    expect(await call('POST', '/compareData', cloned)).toMatchObject({ identical: true })

    const operations = ROUTES.map(({ method, path }) => `${method} ${path}`)
    expect(operations.filter((operation) => !asked.has(operation))).toEqual([])
  })

  test('deletes', async () => {
    for (const id of [FULL, EMPTY, NULLS]) expect((await send('DELETE', `Things(${id!})`)).status).toBe(204)
    expect((await read('Things')).value).toEqual([])
  })
})
