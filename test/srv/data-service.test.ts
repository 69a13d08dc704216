/** The data service as its contract lists it: every endpoint by name, alone, in a JSON batch and in a multipart batch. */
import { startApp } from '../support/app.ts'

const app = startApp()
const root = '/odata/v4/-data'

interface Answer {
  status: number
  data: Record<string, unknown> & { value: Record<string, unknown>[]; error: Record<string, unknown> }
}

beforeAll(() => {
  app.axios.defaults.validateStatus = () => true
})

const get = (path: string) => app.GET(root + path) as unknown as Promise<Answer>
const post = (path: string, body: unknown) => app.POST(root + path, body as object) as unknown as Promise<Answer>
const patch = (path: string, body: unknown) => app.PATCH(root + path, body as object) as unknown as Promise<Answer>
const remove = (path: string) => app.DELETE(root + path) as unknown as Promise<Answer>
const names = ({ data }: Answer, key = 'name') => data.value.map((row) => row[key])

describe('Data', () => {
  const record = [
    { column: 'name', data: 'Ahch-To' },
    { column: 'rank', data: null },
  ]

  test('POST /Data answers 201 with the created row, GET reads it', async () => {
    const created = await post('/Data', { dummy: 'one', record })
    expect(created).toMatchObject({ status: 201, data: { dummy: 'one', record } })
    expect(await get("/Data('one')")).toMatchObject({ status: 200, data: { dummy: 'one', record } })
  })

  test('POST /Data needs no record, and completes cells that lack a member', async () => {
    expect(await post('/Data', { dummy: 'bare' })).toMatchObject({ status: 201, data: { record: [] } })
    await post('/Data', { dummy: 'half', record: [{ column: 'a' }, { data: 'b' }, {}] })
    const { data } = await get("/Data('half')")
    expect(data['record']).toEqual([
      { column: 'a', data: null },
      { column: null, data: 'b' },
      { column: null, data: null },
    ])
  })

  test('POST /Data without dummy is a 400 that names it', async () => {
    for (const body of [{}, { record }, { dummy: null }, { dummy: '' }])
      expect(await post('/Data', body)).toMatchObject({ status: 400, data: { error: { target: 'dummy' } } })
  })

  test('POST /Data of a dummy that exists is a 409', async () => {
    await post('/Data', { dummy: 'twice' })
    expect(await post('/Data', { dummy: 'twice' })).toMatchObject({
      status: 409,
      data: { error: { code: 'ENTITY_ALREADY_EXISTS', target: 'dummy' } },
    })
  })

  test('PATCH /Data replaces the record and answers 204; of an unknown row it is a 404', async () => {
    await post('/Data', { dummy: 'patched', record })
    expect(await patch("/Data('patched')", { record: [{ column: 'x', data: 'y' }] })).toMatchObject({
      status: 204,
      data: '',
    })
    expect((await get("/Data('patched')")).data['record']).toEqual([{ column: 'x', data: 'y' }])
    expect((await patch("/Data('nobody')", { record: [] })).status).toBe(404)
  })

  test('DELETE /Data answers 204, then the row is gone', async () => {
    await post('/Data', { dummy: 'gone' })
    expect((await remove("/Data('gone')")).status).toBe(204)
    expect((await get("/Data('gone')")).status).toBe(404)
    expect((await remove("/Data('gone')")).status).toBe(404)
  })

  test('GET /Data takes $filter, $top, $skip, $count and $select together', async () => {
    for (const dummy of ['page-1', 'page-2', 'page-3']) await post('/Data', { dummy, record })
    const { status, data } = await get(
      "/Data?$filter=startswith(dummy,'page')&$orderby=dummy desc&$skip=1&$top=1&$count=true&$select=dummy",
    )
    expect(status).toBe(200)
    expect(data['@count']).toBe(3)
    expect(data.value).toEqual([{ dummy: 'page-2' }])
  })

  test('GET /Data?$search finds rows by dummy, and by columns and data of the record', async () => {
    await post('/Data', { dummy: 'Needle-1', record: [] })
    await post('/Data', { dummy: 'hay-1', record: [{ column: 'the needle column', data: 'x' }] })
    await post('/Data', { dummy: 'hay-2', record: [{ column: 'x', data: 'a Needle here' }] })
    await post('/Data', { dummy: 'hay-3', record: [{ column: 'x', data: 'y' }] })
    expect(names(await get('/Data?$search=NEEDLE'), 'dummy')).toEqual(['Needle-1', 'hay-1', 'hay-2'])
  })

  test('GET /Data?$search finds what a PATCH wrote, and no longer what it replaced', async () => {
    await post('/Data', { dummy: 'moving', record: [{ column: 'x', data: 'beforehand' }] })
    await patch("/Data('moving')", { record: [{ column: 'x', data: 'afterwards' }] })
    expect(names(await get('/Data?$search=afterwards'), 'dummy')).toEqual(['moving'])
    expect(names(await get('/Data?$search=beforehand'), 'dummy')).toEqual([])
  })

  test('a number as data, and any other wrong type, is a 400 that names the place', async () => {
    const bodies: [unknown, string][] = [
      [[{ column: 'a', data: 4 }], 'record[0]/data'],
      [[{ column: 4, data: 'a' }], 'record[0]/column'],
      [[{ column: 'a', data: { deep: true } }], 'record[0]/data'],
      [[{ column: 'a'.repeat(256) }], 'record[0]/column'],
      [[null], 'record[0]'],
      [[[]], 'record[0]'],
      [['text'], 'record[0]'],
      ['text', 'record'],
      [{}, 'record'],
    ]
    for (const [value, target] of bodies)
      expect(await post('/Data', { dummy: 'wrong', record: value })).toMatchObject({
        status: 400,
        data: { error: { target } },
      })
    expect((await post('/Data', { dummy: 'a'.repeat(256) })).status).toBe(400)
    expect((await post('/Data', { dummy: 'wrong', record: [{ column: 'a', other: 'b' }] })).status).toBe(400)
  })

  test('what is stored beside a row cannot be seen, asked for or written', async () => {
    await post('/Data', { dummy: 'hidden', record })
    expect(Object.keys((await get("/Data('hidden')")).data).sort()).toEqual(['@odata.context', 'dummy', 'record'])
    for (const name of ['firstColumn', 'firstData', 'searchText']) {
      expect((await get(`/Data?$select=${name}`)).status).toBe(400)
      expect((await get(`/Data?$orderby=${name}`)).status).toBe(400)
      expect((await get(`/Data?$filter=${name} eq 'x'`)).status).toBe(400)
      expect((await post('/Data', { dummy: 'hidden-2', [name]: 'x' })).status).toBe(400)
      expect((await patch("/Data('hidden')", { [name]: 'x' })).status).toBe(400)
    }
  })

  test('a whole record cannot be compared: $filter and $orderby by it are a 400', async () => {
    for (const option of ['$orderby=record', '$filter=record ne null', "$filter=not (record eq 'x')", '$expand=record'])
      expect((await get(`/Data?${option}`)).status).toBe(400)
  })

  test.each([
    "O'Hara",
    'a/b',
    'dot.ted.key',
    'ünï çøde 星',
    '50% & more?#',
    '(a=b,c)',
    '"quoted"',
    '""',
    '"',
    `'"'`,
    'x"\'"',
    ' '.repeat(2) + 'x',
  ])('the key %s can be written, read, changed and deleted', async (dummy) => {
    const path = `/Data('${encodeURIComponent(dummy.replaceAll("'", "''"))}')`
    expect((await post('/Data', { dummy })).status).toBe(201)
    expect((await patch(path, { record })).status).toBe(204)
    expect(await get(path)).toMatchObject({ status: 200, data: { dummy, record } })
    expect((await remove(path)).status).toBe(204)
  })
})

describe('Entities', () => {
  const columns = [
    { name: 'id', type: 'Integer', isKey: true },
    { name: 'label', type: 'String', isKey: false },
  ]

  test('POST /Entities creates an entity with its columns, GET reads it with $expand', async () => {
    const created = await post('/Entities', { name: 'Crew', columns })
    expect(created.status).toBe(201)
    expect(created.data).toMatchObject({
      name: 'Crew',
      columns: columns.map((column) => ({ up__name: 'Crew', ...column })),
    })
    expect((await get("/Entities('Crew')")).data).not.toHaveProperty('columns')
    for (const expand of ['columns', '*'])
      expect((await get(`/Entities('Crew')?$expand=${expand}`)).data['columns']).toMatchObject(columns)
    expect((await get("/Entities('Crew')?$select=name&$expand=columns($select=type)")).data['columns']).toHaveLength(2)
  })

  test('POST /Entities without columns has none', async () => {
    expect(await post('/Entities', { name: 'Empty-1' })).toMatchObject({ status: 201, data: { name: 'Empty-1' } })
    for (const [name, none] of [
      ['Empty-2', []],
      ['Empty-3', null],
    ])
      expect(await post('/Entities', { name, columns: none })).toMatchObject({ status: 201, data: { columns: [] } })
  })

  test('POST /Entities without a name is a 400, of a name that exists a 409', async () => {
    expect(await post('/Entities', { columns })).toMatchObject({ status: 400, data: { error: { target: 'name' } } })
    await post('/Entities', { name: 'Once' })
    expect(await post('/Entities', { name: 'Once', columns })).toMatchObject({
      status: 409,
      data: { error: { target: 'name' } },
    })
  })

  test('GET /Entities counts, also the columns of each', async () => {
    await post('/Entities', { name: 'Counted', columns })
    const { data } = await get("/Entities?$filter=name eq 'Counted'&$count=true&$expand=columns($count=true;$top=1)")
    expect(data['@count']).toBe(1)
    expect(data.value[0]).toMatchObject({ name: 'Counted', 'columns@count': 2, columns: [{ name: 'id' }] })
  })

  test('PATCH /Entities replaces the columns and answers 204', async () => {
    await post('/Entities', { name: 'Replaced', columns })
    const replaced = await patch("/Entities('Replaced')", {
      columns: [{ name: 'label' }, { name: 'new', type: 'Date' }],
    })
    expect(replaced.status).toBe(204)
    expect((await get("/Entities('Replaced')/columns?$select=name,type,isKey")).data.value).toMatchObject([
      { name: 'label', type: null, isKey: null },
      { name: 'new', type: 'Date', isKey: null },
    ])
    expect((await patch("/Entities('Replaced')", { columns: null })).status).toBe(204)
    expect((await get("/Entities('Replaced')/columns")).data.value).toEqual([])
    expect((await patch("/Entities('Nobody')", { columns })).status).toBe(404)
  })

  test('DELETE /Entities takes the columns along', async () => {
    await post('/Entities', { name: 'Doomed', columns })
    expect((await remove("/Entities('Doomed')")).status).toBe(204)
    expect((await get("/Entities_columns?$filter=up__name eq 'Doomed'")).data.value).toEqual([])
    expect((await get("/Entities('Doomed')/columns")).status).toBe(404)
  })

  test('columns that are no columns are a 400 that names them', async () => {
    const bodies: [unknown, string][] = [
      [[null], 'columns[0]'],
      [[[]], 'columns[0]'],
      [[7], 'columns[0]'],
      ['text', 'columns'],
      [{}, 'columns'],
    ]
    await post('/Entities', { name: 'Stays', columns })
    for (const [value, target] of bodies) {
      expect(await post('/Entities', { name: 'Bad', columns: value })).toMatchObject({
        status: 400,
        data: { error: { target } },
      })
      expect(await patch("/Entities('Stays')", { columns: value })).toMatchObject({
        status: 400,
        data: { error: { target } },
      })
    }
    for (const column of [
      { name: 7 },
      { name: 'a', isKey: 'yes' },
      { name: 'a', type: 1 },
      { name: 'a', nope: 1 },
      { name: 'a'.repeat(256) },
    ])
      expect((await post('/Entities', { name: 'Bad', columns: [column] })).status).toBe(400)
    expect((await post('/Entities', { name: 'a'.repeat(256) })).status).toBe(400)
    expect((await post('/Entities', { name: 'Bad', isModel: true })).status).toBe(400)
    expect((await get("/Entities('Stays')/columns")).data.value).toHaveLength(2)
  })

  test.each(["O'Hara", 'a/b', 'dot.ted.key', 'ünï çøde 星', '50% & more?#'])(
    'the entity and the column named %s can be addressed',
    async (name) => {
      const key = `'${encodeURIComponent(name.replaceAll("'", "''"))}'`
      expect((await post('/Entities', { name, columns: [{ name }] })).status).toBe(201)
      expect((await get(`/Entities(${key})/columns`)).data.value).toMatchObject([{ up__name: name, name }])
      expect((await get(`/Entities_columns(up__name=${key},name=${key})`)).data).toMatchObject({ up__name: name, name })
      expect((await get(`/Entities_columns(${key})/up_`)).data).toMatchObject({ name })
      expect((await remove(`/Entities(${key})`)).status).toBe(204)
    },
  )
})

describe('$batch', () => {
  const batchBody = (prefix: string) => [
    { method: 'POST', url: '/Data', body: { dummy: `${prefix}-1`, record: [{ column: 'b', data: '1' }] }, status: 201 },
    { method: 'POST', url: '/Data', body: { dummy: `${prefix}-2`, record: [{ column: 'a', data: '2' }] }, status: 201 },
    {
      method: 'GET',
      url: `/Data?$orderby=record/column&$filter=startswith(dummy,'${prefix}')&$select=dummy`,
      status: 200,
    },
    { method: 'PATCH', url: `/Data('${prefix}-1')`, body: { record: [] }, status: 204 },
    { method: 'POST', url: '/Entities', body: { name: prefix, columns: [{ name: 'a' }] }, status: 201 },
    { method: 'POST', url: `/Entities('${prefix}')/columns`, body: { up__name: prefix, name: 'b' }, status: 201 },
    { method: 'POST', url: '/Entities_columns', body: { up__name: prefix, name: 'c' }, status: 201 },
    { method: 'PATCH', url: `/Entities_columns(up__name='${prefix}',name='c')`, body: { name: 'd' }, status: 204 },
    { method: 'GET', url: `/Entities_columns('${prefix}')/up_?$expand=columns($select=name)`, status: 200 },
    { method: 'PATCH', url: `/Entities('${prefix}')`, body: { columns: [] }, status: 204 },
    { method: 'DELETE', url: `/Entities('${prefix}')`, status: 204 },
    { method: 'DELETE', url: `/Data('${prefix}-2')`, status: 204 },
  ]

  test('a JSON batch runs every endpoint of the contract', async () => {
    const parts = batchBody('json')
    const requests = parts.map(({ method, url, body }, index) => ({ id: String(index), method, url, body }))
    const { status, data } = (await post('/$batch', { requests })) as unknown as {
      status: number
      data: { responses: { status: number; body: { value: unknown[] } & Record<string, unknown> }[] }
    }
    expect(status).toBe(200)
    expect(data.responses.map((response) => response.status)).toEqual(parts.map((part) => part.status))
    expect(data.responses[2]!.body.value).toEqual([{ dummy: 'json-2' }, { dummy: 'json-1' }])
    expect(data.responses[8]!.body).toMatchObject({
      name: 'json',
      columns: [{ name: 'a' }, { name: 'b' }, { name: 'd' }],
    })
  })

  test('a multipart batch runs every endpoint of the contract', async () => {
    const parts = batchBody('multi')
    const body = parts.flatMap(({ method, url, body }) => [
      '--parts',
      'Content-Type: application/http',
      'Content-Transfer-Encoding: binary',
      '',
      `${method} ${url.slice(1).replaceAll(' ', '%20')} HTTP/1.1`,
      'Content-Type: application/json',
      '',
      body ? JSON.stringify(body) : '',
    ])
    const { status, data } = (await app.POST(`${root}/$batch`, [...body, '--parts--', ''].join('\r\n') as never, {
      headers: { 'Content-Type': 'multipart/mixed;boundary=parts', Accept: 'multipart/mixed' },
    })) as unknown as { status: number; data: string }
    expect(status).toBe(200)
    expect([...data.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => Number(code))).toEqual(
      parts.map((part) => part.status),
    )
    expect(data).toContain('[{"dummy":"multi-2"},{"dummy":"multi-1"}]')
  })
})

test('after all of that the service still answers, and no body that it got was taken for data', async () => {
  for (const body of [
    'null',
    '5',
    '"text"',
    '[]',
    '[{"dummy":"listed"}]',
    '{',
    '{"dummy":"a","__proto__":{"b":1},"constructor":1}',
  ])
    for (const path of ['/Data', '/Entities', '/Entities_columns', "/Entities('SagaFilm.Film')/columns"]) {
      const { status, data } = (await app.POST(root + path, body as never, {
        headers: { 'Content-Type': 'application/json' },
        transformRequest: (text: unknown) => text,
      })) as unknown as Answer
      expect(status).toBe(400)
      expect(data.error).toMatchObject({ code: expect.any(String), message: expect.any(String) })
    }
  expect((await get("/Data('listed')")).status).toBe(404)
  expect((await get("/Entities('SagaFilm.Film')/columns")).status).toBe(200)
})
