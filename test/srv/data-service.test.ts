/** The data service as its contract lists it: every endpoint by name, alone, in a JSON batch and in a multipart batch. */
import type { Answer } from '../support/app.ts'
import { borrowApp } from '../support/borrowed-server.ts'

const app = borrowApp()
const root = '/odata/v4/-data'

type Body = Record<string, unknown> & { value: Record<string, unknown>[]; error: Record<string, unknown> }

beforeAll(() => {
  app.axios.defaults.validateStatus = () => true
})

const get = (path: string) => app.GET<Body>(root + path)
const post = (path: string, body: unknown) => app.POST<Body>(root + path, body)
const patch = (path: string, body: unknown) => app.PATCH<Body>(root + path, body)
const remove = (path: string) => app.DELETE<Body>(root + path)
const names = ({ data }: Answer<Body>, key = 'name') => data.value.map((row) => row[key])

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

  test('PATCH /Data replaces the record and answers 204, and creates a row that is not there', async () => {
    await post('/Data', { dummy: 'patched', record })
    expect(await patch("/Data('patched')", { record: [{ column: 'x', data: 'y' }] })).toMatchObject({
      status: 204,
      data: '',
    })
    expect((await get("/Data('patched')")).data['record']).toEqual([{ column: 'x', data: 'y' }])
    expect((await patch("/Data('new')", { record: [] })).status).toBe(204)
    expect((await get("/Data('new')")).data).toMatchObject({ dummy: 'new', record: [] })
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
    expect(names(await get('/Data?$search=NEEDLE'), 'dummy').sort()).toEqual(['Needle-1', 'hay-1', 'hay-2'])
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
    const { status, data } = await app.POST<{
      responses: { status: number; body: { value: unknown[] } & Record<string, unknown> }[]
    }>(`${root}/$batch`, { requests })
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
    const { status, data } = await app.POST<string>(`${root}/$batch`, [...body, '--parts--', ''].join('\r\n'), {
      headers: { 'Content-Type': 'multipart/mixed;boundary=parts', Accept: 'multipart/mixed' },
    })
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
      const { status, data } = await app.POST<Body>(root + path, body, {
        headers: { 'Content-Type': 'application/json' },
      })
      expect(status).toBe(400)
      expect(data.error).toMatchObject({ code: expect.any(String), message: expect.any(String) })
    }
  expect((await get("/Data('listed')")).status).toBe(404)
  expect((await get("/Entities('SagaFilm.Film')/columns")).status).toBe(200)
})
