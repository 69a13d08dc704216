/** Runs every operation of the administration API in an application, against figures that are counted through its services. */
import { OWN_ROUTES, ROUTES } from '../../srv/admin/http/routes.ts'
import { basic } from './users.ts'

/** What is known of an application. */
export interface Subject {
  readonly url: string
  readonly engine: 'sqlite' | 'postgres'
  /** The tables of books and of authors, as the model names them. */
  readonly books: string
  readonly authors: string
  /** A view that selects from the books. */
  readonly view: string
  /** Associations of books that have columns. */
  readonly references: number
  readonly services: readonly string[]
  /** The column with a date of authors. */
  readonly born: string
  /** Users of the API, and who may read through the services. */
  readonly dba: string
  readonly reader: string
  /** Whether its Node tells what statements of SQLite touch. */
  readonly hasAuthorizer: boolean
}

type Json = any // eslint-disable-line @typescript-eslint/no-explicit-any -- arbitrary JSON

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0)

/** Asserts all of them. */
export const checkOperations = async (subject: Subject): Promise<void> => {
  const { url, engine, books, authors, dba, reader, born } = subject
  const asked = new Set<string>()
  const send = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const isFile = path.startsWith('/files')
    const headers = { ...basic(dba), 'content-type': isFile ? 'application/octet-stream' : 'application/json' }
    const text = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
    const answer = await fetch(`${url}/api/v1${path}`, { method, headers, ...(body !== undefined && { body: text }) })
    if (answer.headers.get('content-type') === 'application/zip') {
      asked.add(`${method} ${path}`)
      return new Uint8Array(await answer.arrayBuffer())
    }
    const json = (await answer.json()) as Json
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(json)}`)
    asked.add(`${method} ${path.split('?')[0]!}`)
    return json
  }
  const read = async (path: string): Promise<Json[]> => {
    const answer = await fetch(`${url}/odata/v4/admin/${path}`, { headers: basic(reader) })
    return ((await answer.json()) as { value: Json[] }).value
  }
  const rows = await read('Books?$select=ID,title,stock,author_ID&$orderby=ID')
  const writers = await read('Authors?$select=ID')
  const stocks = rows.map(({ stock }) => stock as number | null).filter((stock) => stock !== null)
  expect(rows.length).toBeGreaterThan(3)

  const isSqlite = engine === 'sqlite'
  const { schemas } = await send('GET', '/schemas')
  const { name: schema } = schemas.find(({ isCurrent }: Json) => isCurrent)
  const where = (table: string): object => ({ schema, table })
  const copy = { schema1: schema, table1: books, schema2: schema, table2: 'books_copy' }
  const named = (list: Json[]): string[] => list.map(({ name }) => String(name).toLowerCase())

  expect(await send('GET', '/dbInfo')).toMatchObject({ platform: isSqlite ? 'SQLite' : 'PostgreSQL' })
  expect(await send('GET', '/alerts')).toMatchObject({ engine, supported: true })
  expect(await send('GET', '/replicationStatus')).toMatchObject({ engine, configured: false })
  expect(await send('GET', '/sdiTasks')).toMatchObject({ engine, tasks: [] })
  expect(named((await send('GET', '/xsaServices')).services)).toEqual(
    expect.arrayContaining(subject.services.map((name) => name.toLowerCase())),
  )
  const { tables, total } = await send('GET', `/tables?schema=${schema}&limit=1000`)
  expect(named(tables)).toEqual(expect.arrayContaining([books, authors].map((name) => name.toLowerCase())))
  expect(total).toBe(tables.length)
  expect(named((await send('GET', `/views?schema=${schema}&limit=1000`)).views)).toContain(subject.view.toLowerCase())
  const structure = await send('GET', `/table?schema=${schema}&table=${books}&count=true`)
  expect(named(structure.columns)).toEqual(expect.arrayContaining(['id', 'title', 'stock', 'author_id']))
  expect(structure.matchingRows).toBe(rows.length)
  const found = await send('GET', `/columns?schema=${schema}&pattern=AUTHOR_id`)
  expect(found.columns.map(({ table }: Json) => String(table).toLowerCase())).toContain(books.toLowerCase())
  const drawn = await send('GET', `/structure?schema=${schema}&limit=1000`)
  expect(named(drawn.tables)).toContain(books.toLowerCase())
  expect(
    drawn.references.filter(({ table }: Json) => String(table).toLowerCase() === books.toLowerCase()),
  ).toHaveLength(subject.references)
  expect(await send('GET', '/sessions')).toMatchObject({ engine, supported: !isSqlite })

  // Nobody has changed anything by hand yet.
  expect(await send('POST', '/modelDrift', {})).toMatchObject({ inSync: true, findings: [] })
  const held = await send('POST', '/checks/run', { schema, tables: [books] })
  expect(held.tables).toMatchObject([{ rows: rows.length }])
  const history = async () => (await send('GET', '/checks/history')).checks[0]
  while ((await history()).results.length === 0) await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await history()).toMatchObject({ id: 'model', every: 3_600, isRunning: false })
  const { script } = await send('GET', `/ddl?schema=${schema}&name=${books}`)
  expect(script.toLowerCase()).toContain(books.toLowerCase())

  const columns = 'ID,title,stock,author_ID'
  const exported = await send('POST', '/export', { ...where(books), format: 'json', columns, orderBy: 'ID' })
  expect(exported.rows.map(lowered)).toEqual(rows.map(lowered))

  const profile = await send('POST', '/dataProfile', where(books))
  const stock = profile.columns.find(({ name }: Json) => /^stock$/i.test(name))
  expect(profile.rowCount).toBe(rows.length)
  expect([Number(stock.min), Number(stock.max), stock.nullCount]).toEqual([
    ...[Math.min(...stocks), Math.max(...stocks), rows.length - stocks.length],
  ])
  expect(Number(stock.avg)).toBeCloseTo(sum(stocks) / stocks.length, 3)

  const [most, few] = [Math.max(...stocks), Math.max(...stocks) - 1]
  const rules = [{ rule: 'range', column: 'stock', min: 0, max: few }]
  const checked = await send('POST', '/dataValidator', { ...where(books), rules })
  expect([checked.totalRows, checked.invalidRows]).toEqual([rows.length, stocks.filter((each) => each === most).length])

  const groups = Map.groupBy(rows, ({ author_ID }) => author_ID as number)
  const many = [...groups.values()].filter((group) => group.length > 1)
  const twins = await send('POST', '/duplicateDetection', { ...where(books), columns: 'author_ID' })
  expect([twins.totalRows, twins.duplicateGroups]).toEqual([rows.length, many.length])
  expect(twins.totalDuplicates).toBe(sum(many.map((group) => group.length - 1)))

  const orphans = rows.filter(({ author_ID }) => !writers.some(({ ID }) => ID === author_ID)).length
  expect(await send('POST', '/referentialCheck', where(books))).toMatchObject({
    totalForeignKeys: subject.references,
    totalOrphanedRecords: orphans,
  })
  if (isSqlite && !subject.hasAuthorizer) {
    await expect(send('POST', '/dataLineage', where(subject.view))).rejects.toThrow(
      /NOT_SUPPORTED.*needs Node.js 24.10/,
    )
    await expect(send('POST', '/query', { sql: 'select 1' })).rejects.toThrow(/NOT_SUPPORTED.*needs Node.js 24.10/)
    asked.add('POST /dataLineage')
  } else {
    const lineage = await send('POST', '/dataLineage', where(subject.view))
    const seen = [subject.view, books].map((name) => name.toLowerCase())
    expect(named(lineage.nodes)).toEqual(expect.arrayContaining(seen))
  }

  const series = await send('POST', '/timeseriesTools', { action: 'list', schema })
  const entry = series.tables.find(({ table }: Json) => String(table).toLowerCase() === authors.toLowerCase())
  expect(entry.timeColumns.map((name: string) => name.toLowerCase())).toContain(born.toLowerCase())

  const target = { sourceSchema: schema, sourceTable: books, targetSchema: schema, targetTable: 'books_copy' }
  expect(await send('POST', '/tableCopy', { ...target, includeData: true })).toMatchObject({ rowsCopied: rows.length })
  expect(await send('POST', '/compareData', copy)).toMatchObject({
    identical: true,
    summary: { matching: rows.length, different: 0, onlyInTable1: 0, onlyInTable2: 0 },
  })
  await send('PUT', '/files/more.csv', 'ID,title,stock\n9001,One more,3\n9002,And another,4\n')
  expect(await send('POST', '/import', { ...where('books_copy'), file: 'more.csv', matchMode: 'name' })).toMatchObject({
    rowsInserted: 2,
  })
  expect(await send('POST', '/dataDiff', copy)).toMatchObject({
    summary: { identical: rows.length, different: 0, onlyInTable1: 0, onlyInTable2: 2 },
  })
  const changes = [{ action: 'update', key: { ID: 9001 }, was: { stock: 3 }, values: { stock: 33 } }]
  const seen = await send('POST', '/rows/preview', { ...where('books_copy'), changes })
  expect(seen).toMatchObject({ canRun: true, rowsUpdated: 1 })
  expect(await send('POST', '/rows', { ...where('books_copy'), changes })).toMatchObject({ rowsUpdated: 1 })
  const dumped = await send('POST', '/dump', { schema, tables: ['books_copy'], references: false })
  expect(await send('DELETE', `/copies?schema=${schema}&table=books_copy`)).toMatchObject({ dropped: true })
  await send('PUT', '/files/copy.zip', dumped)
  expect(await send('POST', '/load', { file: 'copy.zip' })).toMatchObject({ verified: true, rows: rows.length + 2 })
  expect(await send('POST', '/schemaClone', { source: schema, target: 'twin', includeData: true })).toMatchObject({
    success: true,
  })
  expect(await send('POST', '/compareSchema', { schema1: schema, schema2: 'twin' })).toMatchObject({ identical: true })
  const cloned = { schema1: schema, table1: books, schema2: 'twin', table2: books }
  expect(await send('POST', '/compareData', cloned)).toMatchObject({ identical: true })

  expect(await send('GET', '/copies')).toMatchObject({ schemas: ['twin'] })

  const own = OWN_ROUTES.map(({ method, path }) => `${method} ${path}`)
  // A session is ended by who has found one; statements of administrators are run where they are switched on.
  expect(own.filter((operation) => !asked.has(operation))).toEqual(['DELETE /sessions', 'POST /query'])
  const operations = ROUTES.map(({ method, path }) => `${method} ${path}`)
  expect(operations.filter((operation) => !asked.has(operation))).toEqual([])
  expect(operations).toHaveLength(25)
}

/** A row by the lower-case names of its columns, without what OData adds. */
const lowered = (row: object): object =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => !name.startsWith('@') && !/^(IsActiveEntity|Has\w+Entity)$/.test(name))
      .map(([name, value]) => [name.toLowerCase(), value as unknown]),
  )
