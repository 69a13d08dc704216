/** Rows of tables that an application serves: its handlers, checks and managed fields run, and nobody's change is lost. */
import { setTimeout as delay } from 'node:timers/promises'
import { runs } from '../../../../../support/long.ts'
import { ROWS_DATABASES, startRowsHost } from '../../../../../support/rows-host.ts'

type Body = Record<string, unknown>

const VALUES = {
  ...{ flag: true, tiny: 200, big: '9007199254740993', price: '12345.67890', ratio: 0.1, day: '2024-02-29' },
  ...{ clock: '01:02:03', moment: '2024-02-29T01:02:03.000Z', instant: '2024-02-29T01:02:03.123Z' },
  ...{ uid: '6f9619ff-8b86-d011-b42d-00cf4fc964ff', bytes: 'AP8=', large: 'AP8B', long: 'é\n😀', tags: '["a","b"]' },
}

describe.each(ROWS_DATABASES)('%s', (database) => {
  const host = startRowsHost(database)
  const spell = (column: string): string => (database === 'PostgreSQL' ? column.toLowerCase() : column)
  const spelled = (row: Body): Body =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [spell(name), value]))
  const change = (table: string, changes: readonly object[], more: object = {}, user?: string): Promise<Body> =>
    host.post('/rows', { table, changes, ...more }, user)
  const preview = (table: string, changes: readonly object[], more: object = {}, user?: string): Promise<Body> =>
    host.post('/rows/preview', { table, changes, ...more }, user)
  const update = (ID: number, was: object, values: object): object => ({ action: 'update', key: { ID }, was, values })
  const insert = (values: object): object => ({ action: 'insert', values })
  const remove = (ID: number, was: object): object => ({ action: 'delete', key: { ID }, was })
  const read = async (path: string): Promise<Body> => (await host.odata('GET', path)).body
  const logs = async (): Promise<unknown[]> =>
    ((await read('catalog/Logs?$orderby=ID'))['value'] as { text: string }[]).map(({ text }) => text)
  /** A row of this test's own. */
  const book = async (ID: number): Promise<void> => {
    const answer = await change('shop_Books', [insert({ ID, title: 'Fog', stock: 1, author_ID: 10 })], {
      via: 'database',
    })
    expect(answer).toMatchObject({ rowsInserted: 1, via: 'database', service: 'Catalog.Books' })
  }

  it('changes rows by the nearest entity that takes changes, as its handlers and managed fields have it', async () => {
    await book(100)
    await book(101)
    const changes = [
      update(
        100,
        { title: 'Fog', stock: 1, author_ID: 10, place_shelf: null },
        { title: 'shout', stock: 5, author_ID: 11, place_shelf: 'Z9' },
      ),
      insert({ ID: 102, title: 'New' }),
      update(102, { title: 'New' }, { title: 'Newer' }),
      remove(101, { title: 'Fog' }),
    ]
    const before = await logs()
    const seen = await preview('shop_Books', changes)
    expect(seen).toMatchObject({ canRun: true, via: 'Admin.Books', rowsInserted: 1, rowsUpdated: 2, rowsDeleted: 1 })
    expect(seen['changes']).toMatchObject([
      {
        statement: 'UPDATE Admin.Books SET title = ?, pieces = ?, writer_ID = ?, place_shelf = ? WHERE ID = ?',
        parameters: ['shout', 5, 11, 'Z9', 100],
        row: spelled({ ID: 100, title: 'Fog', stock: 1, author_ID: 10 }),
      },
      { statement: 'INSERT INTO Admin.Books { ID: ?, title: ? }', row: null },
      { action: 'update', row: null },
      { statement: 'DELETE FROM Admin.Books WHERE ID = ?', parameters: [101] },
    ])
    expect(await logs()).toEqual(before)
    expect(await change('shop_Books', changes)).toMatchObject({
      ...{ success: true, via: 'Admin.Books', rowsInserted: 1, rowsUpdated: 2, rowsDeleted: 1 },
    })
    expect(await read('admin/Books(100)')).toMatchObject({
      ...{ title: 'SHOUT', pieces: 5, writer_ID: 11, place_shelf: 'Z9', modifiedBy: 'ada' },
    })
    expect(await read('admin/Books(102)')).toMatchObject({ title: 'Newer', createdBy: 'ada' })
    expect((await host.odata('GET', 'admin/Books(101)')).status).toBe(404)
    const told = ['UPDATE 100', 'CREATE 102', 'UPDATE 102', 'DELETE 101'].map((each) => `${each} by ada`)
    expect(await logs()).toEqual([...before, ...told])
    expect(host.output()).toMatch(
      /operation="POST \/rows" table="shop_Books" via="Admin.Books" changes="update ID=100 /,
    )
  })

  it('does none of the changes where the service refuses one, and tells which and why', async () => {
    await book(110)
    await book(111)
    const before = await logs()
    const fine = update(110, { title: 'Fog' }, { title: 'Mist' })
    const refusals = [
      [{ stock: 1 }, { stock: -4 }, 'REFUSED_BY_SERVICE', /^Change 1: pieces: Enter a value between 0 and 2000000/],
      [{ title: 'Fog' }, { title: 'refused' }, 'REFUSED_BY_SERVICE', /^Change 1: title: No such title; send via/],
      [{ title: 'Fog' }, { title: '' }, 'REFUSED_BY_SERVICE', /^Change 1: title: /],
      [{ title: 'Fog' }, { title: 'fault' }, 'INTERNAL_ERROR', /^An unexpected error occurred/],
    ] as const
    for (const [was, values, code, details] of refusals)
      expect(await change('shop_Books', [fine, update(111, was, values)])).toMatchObject({
        ...{ success: false, code },
        details: expect.stringMatching(details) as string,
      })
    expect(await change('shop_Books', [fine, insert({ ID: 111, title: 'twice' })])).toMatchObject({
      code: 'CONSTRAINT_VIOLATION',
      details: expect.stringMatching(/^Change 1: /) as string,
    })
    expect(await read('admin/Books(110)')).toMatchObject({ title: 'Fog', modifiedBy: null })
    expect(await logs()).toEqual(before)
  })

  it('asks the service who may do that, and is told by name to pass it by', async () => {
    await book(120)
    const changes = [update(120, { title: 'Fog' }, { title: 'Mist' })]
    const refused = { code: 'FORBIDDEN', details: expect.stringContaining("via 'database'") as string }
    expect(await change('shop_Books', changes, {}, 'ben')).toMatchObject(refused)
    expect(await preview('shop_Books', changes, {}, 'ben')).toMatchObject(refused)
    expect(await change('shop_Books', changes, { via: 'Admin.Books' }, 'ben')).toMatchObject(refused)
    expect(await change('shop_Books', changes, { via: 'database' }, 'ben')).toMatchObject({ rowsUpdated: 1 })
    const closed = [update(11, { name: 'Closed' }, { name: 'Open' })]
    expect(await change('shop_Authors', closed)).toMatchObject(refused)
    expect((await read('admin/Authors(10)'))['name']).toBe('Ada')
  })

  it('takes the entity that is named, and the table itself where all are read-only', async () => {
    const named = [update(10, { name: 'Ada' }, { name: 'Eve' })]
    expect(await change('shop_Authors', named, { via: 'Other.Authors' })).toMatchObject({ via: 'Other.Authors' })
    expect(await preview('shop_Authors', [update(10, { name: 'Eve' }, { name: 'Ada' })])).toMatchObject({
      ...{ via: 'Admin.Authors', canRun: true },
    })
    expect(await change('shop_Authors', [update(10, { name: 'Eve' }, { name: 'Ada' })])).toMatchObject({
      via: 'Admin.Authors',
    })
    expect(await change('shop_Authors', named, { via: 'Else.Authors' })).toMatchObject({
      code: 'INVALID_PARAMETER',
      details: expect.stringContaining('it may be database, Admin.Authors, Other.Authors') as string,
    })
    const log = [insert({ ID: 900, text: 'by hand' })]
    expect(await change('shop_Logs', log)).toMatchObject({ via: 'database', service: 'Catalog.Logs' })
    expect(await change('shop_Logs', [remove(900, { text: 'by hand' })])).toMatchObject({ rowsDeleted: 1 })
  })

  it.each([
    ['what the service writes itself', insert({ ID: 130, title: 'x', createdBy: 'me' }), 'INVALID_PARAMETER'],
    ['the key of a row', update(1, { ID: 1 }, { ID: 130 }), 'INVALID_PARAMETER'],
    ['a hidden column', insert({ ID: 130, title: 'x', secret: 'y' }), 'FORBIDDEN'],
  ])('refuses %s', async (_, asked, code) => {
    const answer = await change('shop_Books', [asked])
    expect(answer).toMatchObject({ success: false, code, details: expect.stringMatching(/^Change 0: /) as string })
  })

  it('refuses columns that the entity does not show, and parts of others, and tells the way out', async () => {
    const details = expect.stringContaining("via 'database'") as string
    const catalog = [update(1, { title: 'Fog' }, { title: 'x' })]
    const hidden = [insert({ ID: 131, name: 'x' })]
    expect(await change('shop_Books', catalog, { via: 'Catalog.Books' })).toMatchObject({
      ...{ code: 'SERVED_BY_APPLICATION', details },
    })
    expect(await change('shop_Orders_Items', [insert({ ID: 9, text: 'x' })])).toMatchObject({
      ...{ code: 'SERVED_BY_APPLICATION', details },
    })
    expect(await change('shop_Authors', [insert({ ID: 131, born: 1 })], { via: 'Other.Authors' })).toMatchObject({
      ...{ code: 'INVALID_PARAMETER', details },
    })
    expect(await preview('shop_Authors', hidden, { via: 'Other.Authors' })).toMatchObject({ canRun: true })
  })

  it('runs nothing of the service where a row is not as read, and shows both', async () => {
    await book(140)
    await book(141)
    const before = await logs()
    const changes = [
      update(140, { title: 'Fog' }, { title: 'Mist' }),
      update(141, { title: 'Snow', stock: 1 }, { title: 'Mist' }),
      remove(142, { title: 'Fog' }),
    ]
    const conflicts = [
      {
        ...{ index: 1, isGone: false, key: spelled({ ID: 141 }) },
        columns: [
          { name: 'title', was: 'Snow', now: 'Fog', wanted: 'Mist' },
          { name: 'stock', was: 1, now: 1 },
        ],
      },
      { index: 2, isGone: true, key: spelled({ ID: 142 }), columns: [{ name: 'title', was: 'Fog', now: null }] },
    ]
    expect(await change('shop_Books', changes)).toMatchObject({ code: 'ROW_CHANGED', conflicts })
    const seen = await preview('shop_Books', changes)
    expect(seen).toMatchObject({ canRun: false, rowsUpdated: 1, rowsDeleted: 0 })
    expect((seen['changes'] as Body[]).flatMap(({ conflict }) => conflict ?? [])).toEqual(conflicts)
    expect(await logs()).toEqual(before)
    expect(await read('admin/Books(140)')).toMatchObject({ title: 'Fog' })
    expect(await change('shop_Books', changes.slice(0, 2), { overwrite: true })).toMatchObject({ rowsUpdated: 2 })
  })

  it('leaves a row alone that somebody has a draft of, and changes others of such entities', async () => {
    const fine = [update(1, { note: 'first' }, { note: '1st' }), insert({ ID: 5, note: 'new' }), remove(5, { ID: 5 })]
    expect(await change('shop_Orders', fine)).toMatchObject({ via: 'Admin.Orders', rowsUpdated: 1, rowsDeleted: 1 })
    expect(await read('admin/Orders(ID=1,IsActiveEntity=true)')).toMatchObject({ note: '1st', modifiedBy: 'ada' })
    const path = 'admin/Orders(ID=2,IsActiveEntity=true)/Admin.draftEdit'
    expect((await host.odata('POST', path, {}, {}, 'ben')).status).toBe(201)
    for (const each of [update(2, { note: 'second' }, { note: '2nd' }), remove(2, { note: 'second' })]) {
      const details = expect.stringMatching(/^Change 0: 'ben' has a draft of it; send via 'database'/) as string
      expect(await change('shop_Orders', [each])).toMatchObject({ code: 'REFUSED_BY_SERVICE', details })
      const seen = await preview('shop_Orders', [each])
      expect(seen).toMatchObject({ canRun: false, changes: [{ problem: { code: 'REFUSED_BY_SERVICE' } }] })
    }
    const asked = [update(2, { note: 'second' }, { note: '2nd' })]
    expect(await change('shop_Orders', asked, { via: 'database' })).toMatchObject({ rowsUpdated: 1 })
  })

  it('takes values of every type as it reads them, and none', async () => {
    const none = Object.fromEntries(Object.keys(VALUES).map((name) => [name, null]))
    const stored = async (): Promise<Body[]> =>
      (
        (await host.post('/export', { table: 'shop_Types', format: 'json', values: 'exact', orderBy: spell('ID') }))[
          'rows'
        ] as Body[]
      ).filter((row) => Number(row[spell('ID')]) >= 10)
    expect(await change('shop_Types', [insert({ ID: 10, ...VALUES }), insert({ ID: 11, ...none })])).toMatchObject({
      ...{ via: 'Admin.Types', rowsInserted: 2 },
    })
    const [full, empty] = await stored()
    const { [spell('ID')]: __, stamp, ...values } = full!
    expect(stamp).toMatch(/^[0-9a-f-]{36}$/)
    expect(empty).toMatchObject(none)
    // As CAP writes the same values that come by OData.
    const odata = { ...VALUES, tags: ['a', 'b'], moment: '2024-02-29T01:02:03Z', large: undefined }
    expect(await read('admin/Types(10)')).toMatchObject(JSON.parse(JSON.stringify(odata)) as Body)
    expect((await host.odata('POST', 'admin/Types', { ...odata, ID: 12, large: 'AP8B' })).status).toBe(201)
    expect((await stored())[2]).toMatchObject(values)
    // What is read is taken for what is there, and written as it was.
    expect(await change('shop_Types', [update(11, none, values), update(10, values, none)])).toMatchObject({
      rowsUpdated: 2,
    })
    const [second, first] = await stored()
    expect([first, second]).toMatchObject([values, none])
  })

  it('makes clients of OData see that a row is another one', async () => {
    await book(150)
    await change('shop_Types', [insert({ ID: 1, big: 0 })])
    for (const [path, table, was, values, id] of [
      ['admin/Books(150)', 'shop_Books', { title: 'Fog' }, { title: 'Mist' }, 150],
      ['admin/Types(1)', 'shop_Types', { big: 0 }, { big: 1 }, 1],
    ] as const) {
      const match = { 'if-match': (await read(path))['@odata.etag'] as string }
      expect(await change(table, [update(id, was, values)])).toMatchObject({ rowsUpdated: 1 })
      expect((await host.odata('PATCH', path, values, match)).status).toBe(412)
    }
  })

  it('undoes what the service has done for a caller who leaves, whatever its handlers are at', async () => {
    await book(160)
    await book(161)
    const gone = new AbortController()
    const changes = [
      update(160, { title: 'Fog' }, { title: 'Mist' }),
      update(161, { title: 'Fog' }, { title: 'waits' }),
    ]
    const asked = host.post('/rows', { table: 'shop_Books', changes }, 'ada', gone.signal)
    asked.catch(() => undefined)
    while (!host.output().includes('waits for 161')) await delay(20)
    gone.abort()
    await expect(asked).rejects.toThrow()
    const again = [160, 161].map((ID) => update(ID, { title: 'Fog' }, { title: 'Snow' }))
    expect(await change('shop_Books', again)).toMatchObject({ rowsUpdated: 2 })
  })

  it('loses no change of two people and the application, and overwrites none', async () => {
    const ID = 2
    await change('shop_Types', [insert({ ID, big: 0 })])
    const turns = runs(40, 250)
    let done = 0
    const now = async () => read(`admin/Types(${ID})`)
    const writer = async (user: string): Promise<void> => {
      for (let turn = 0; turn < turns; turn++) {
        const big = Number((await now())['big'])
        const answer = await change('shop_Types', [update(ID, { big }, { big: big + 1 })], {}, user)
        if (answer['success'] === true) done++
        else expect(['ROW_CHANGED', 'LOCK_TIMEOUT']).toContain(answer['code'])
      }
    }
    const application = async (): Promise<void> => {
      for (let turn = 0; turn < turns; turn++) {
        const { big, '@odata.etag': etag } = await now()
        const headers = { 'if-match': etag as string }
        const { status } = await host.odata('PATCH', `admin/Types(${ID})`, { big: Number(big) + 1 }, headers)
        if (status < 300) done++
      }
    }
    await Promise.all([writer('ada'), writer('ben'), application()])
    expect(done).toBeGreaterThan(turns / 2)
    expect(Number((await now())['big'])).toBe(done)
  }, 600_000)
})
