/** What the protocol of OData 4.0 and 4.01 asks of any service: the platform's rooms around a small model of their own. */
import { DATABASES } from '../../../support/server-on.ts'
import { CODES, type ReferenceApp, ROOT, startReferenceApp } from '../../../support/reference-app.ts'
import { type Answer, changeSet, multipart, part, readMultipart } from '../../../support/odata.ts'

type Headers = Record<string, string>

let server = {} as ReferenceApp
const get = (path: string, headers: Headers = {}): Promise<Answer> => server.ask('GET', path, { headers })

const NEW: Headers = { 'odata-maxversion': '4.01' }
const FULL: Headers = { accept: 'application/json;odata.metadata=full' }

describe.each(DATABASES)('the protocol on %s', (database) => {
  beforeAll(async () => {
    server = await startReferenceApp(database)
  }, 120_000)
  afterAll(() => server.stop())

  describe('versions', () => {
    test('an answer says what it depends on', async () => {
      expect((await get('Products')).headers['vary']).toMatch(/OData-Version, ?OData-MaxVersion/i)
    })

    test.each(['', 'Products(1)', 'Products?$expand=category&$count=true', 'Products(1)/name', 'Products/$ref'])(
      '"%s" has control information without a prefix in 4.01 alone',
      async (path) => {
        const [old, current] = [await get(path), await get(path, NEW)]
        expect(current.text).not.toContain('@odata.')
        expect(current.body['@context'].replace('(category())', '')).toBe(old.body['@odata.context'])
        expect(Object.keys(current.body)[0]).toBe('@context')
        const { '@count': _, ...rest } = old.body
        const { '@context': context } = current.body
        expect({ ...JSON.parse(JSON.stringify(rest).replaceAll('@odata.', '@')), '@context': context }).toEqual(
          current.body,
        )
      },
    )

    test.each([
      ['Products?$expand=category', '#Products', '#Products(category())'],
      ['Products?$select=name&$expand=category', '#Products(name,category())', '#Products(name,category())'],
      ['Products?$expand=category($expand=parent)', '#Products', '#Products(category(parent()))'],
      ['Categories(1)?$expand=children($levels=2)', '#Categories/$entity', '#Categories(children+())/$entity'],
      ['Products?$expand=category/$ref', '#Products', '#Products'],
    ])('the context of %s tells what is expanded', async (path, old, current) => {
      expect((await get(path)).body['@odata.context']).toMatch(new RegExp(`${RegExp.escape(old)}$`))
      expect((await get(path, NEW)).body['@context']).toMatch(new RegExp(`${RegExp.escape(current)}$`))
    })

    test('$metadata is of the version that is answered, in both formats', async () => {
      for (const [headers, version] of [
        [{}, '4.0'],
        [NEW, '4.01'],
      ] as const) {
        expect((await get('$metadata', headers)).text).toContain(`<edmx:Edmx Version="${version}"`)
        expect((await get('$metadata?$format=json', headers)).body.$Version).toBe(version)
      }
    })

    test.each<Headers>([{}, { 'odata-version': '4.0' }, { 'odata-version': '4.01' }])(
      'a body with %j may spell control information either way',
      async (headers) => {
        for (const [index, link] of [
          { 'category@odata.bind': 'Categories(2)' },
          { 'category@bind': 'Categories(2)' },
          { category: { '@odata.id': 'Categories(2)' } },
          { category: { '@id': 'Categories(2)' } },
        ].entries()) {
          const ID = 1000 + index
          const body = { ID, '@type': '#ReferenceService.Products', '@context': '$metadata#Products/$entity', ...link }
          const made = await server.ask('POST', 'Products', { headers, body })
          expect([link, made.status, made.body.category_ID]).toEqual([link, 201, 2])
          expect((await server.ask('DELETE', `Products(${ID})`)).status).toBe(204)
        }
      },
    )
  })

  describe('preferences', () => {
    test('omit-values=nulls leaves them out, at any depth', async () => {
      for (const headers of [{}, NEW]) {
        const answer = await get('Products?$filter=ID eq 3&$expand=supplier,category($expand=parent)', {
          ...headers,
          prefer: 'omit-values=nulls',
        })
        expect(answer.headers['preference-applied']).toBe('omit-values=nulls')
        const [product] = answer.body.value
        expect(product).not.toHaveProperty('supplier')
        expect(product).not.toHaveProperty('note')
        expect(product.category.parent).not.toHaveProperty('parent_ID')
        expect(product).toMatchObject({ ID: 3, price: 5, category: { ID: 2, parent: { ID: 1 } } })
      }
      const whole = await get('Products(3)', { prefer: 'omit-values=none' })
      expect([whole.body.note, whole.headers['preference-applied']]).toEqual([null, undefined])
    })

    test('a preference that is followed in several places is told once', async () => {
      const { headers } = await get('Categories?$expand=products', { prefer: 'maxpagesize=1' })
      expect(headers['preference-applied']).toBe('maxpagesize=1')
    })

    test.each(['odata.', ''])('%sinclude-annotations is followed, and so are others beside it', async (prefix) => {
      const prefer = `${prefix}maxpagesize=1, ${prefix}include-annotations="display.*,-*", omit-values=nulls, x=","`
      const { status, headers, body } = await get('Products', { prefer })
      expect([status, body.value.length]).toEqual([200, 1])
      expect(headers['preference-applied']).toBe(
        `${prefix}maxpagesize=1, omit-values=nulls, ${prefix}include-annotations="display.*,-*"`,
      )
      expect(headers['vary']).toMatch(/Prefer/)
    })

    test('what says nothing about a read is passed over', async () => {
      for (const prefer of ['return=minimal', 'return=representation', 'odata.continue-on-error', 'x'])
        expect([prefer, (await get('Products(1)', { prefer })).status]).toEqual([prefer, 200])
    })
  })

  describe('metadata=full', () => {
    test('tells types and links of each record', async () => {
      const { body, headers } = await get('Products(1)?$expand=category', FULL)
      expect(headers['content-type']).toMatch(/odata\.metadata=full/)
      const root = server.url + ROOT
      expect(body).toMatchObject({
        '@odata.type': '#ReferenceService.Products',
        '@odata.id': `${root}Products(1)`,
        '@odata.editLink': 'Products(1)',
        'ID@odata.type': '#Int32',
        'price@odata.type': '#Decimal',
        price: 2.5,
        'stock@odata.type': '#Int64',
        'released@odata.type': '#Date',
        'parts@odata.navigationLink': `${root}Products(1)/parts`,
        'parts@odata.associationLink': `${root}Products(1)/parts/$ref`,
        category: { '@odata.id': `${root}Categories(3)`, '@odata.type': '#ReferenceService.Categories' },
      })
      for (const name of ['name@odata.type', 'note@odata.type']) expect(body).not.toHaveProperty(name)
      for (const link of [body['parts@odata.navigationLink'], body['@odata.id']])
        expect((await fetch(link as string)).status).toBe(200)
    })

    test('in lists, in 4.01, and by $format', async () => {
      const { body } = await get("Suppliers?$filter=code eq 'A/B'&$format=application/json;metadata=full", NEW)
      const [supplier] = body.value
      expect(supplier).toMatchObject({
        '@id': `${server.url}${ROOT}Suppliers('A%2FB')`,
        '@editLink': "Suppliers('A%2FB')",
      })
      const [product] = (await get('Products?$select=price&$top=1', { ...NEW, ...FULL })).body.value
      expect(product).toMatchObject({ '@type': '#ReferenceService.Products', 'price@type': 'Decimal' })
    })

    test('of results of $apply there is nothing to tell', async () => {
      const { body } = await get('Products?$apply=aggregate($count as n)', FULL)
      expect(body.value).toEqual([{ n: 3 }])
    })
  })

  describe('references within a batch', () => {
    const answersOf = async (requests: object[], headers: Headers = {}): Promise<Answer['body']> =>
      (await server.ask('POST', '$batch', { headers, body: { requests } })).body.responses
    const statuses = (answers: readonly Answer[]): number[] => answers.map(({ status }) => status)
    const cleared = async (...IDs: number[]): Promise<void> => {
      for (const ID of IDs.toReversed()) await server.ask('DELETE', `Categories(${ID})`)
    }

    test('in each place of a JSON group', async () => {
      const inGroup = { atomicityGroup: 'g' }
      const requests = [
        { id: 'a', method: 'post', url: 'Categories', body: { ID: 101 } },
        { id: 'b', method: 'post', url: 'Categories', body: { ID: 102, 'parent@odata.bind': '$a' } },
        { id: 'c', method: 'post', url: 'Categories', body: { ID: 103, 'parent@bind': '$a' } },
        { id: 'd', method: 'post', url: '/Categories', body: { ID: 104, parent: { '@id': '$b' } } },
        { id: 'e', method: 'post', url: '$a/children', body: { ID: 105 } },
        { id: 'f', method: 'put', url: '$c/parent/$ref', body: { '@odata.id': '$b' } },
        { id: 'g1', method: 'post', url: '$d/children/$ref', body: { '@id': '$e' } },
        { id: 'h', method: 'delete', url: '$a/children/$ref?$id=$b' },
        { id: 'i', method: 'patch', url: '$a', body: { name: '$a' } },
      ].map((request) => ({ ...request, ...inGroup }))
      const answers = await answersOf(requests)
      expect(statuses(answers)).toEqual([201, 201, 201, 201, 201, 204, 204, 204, 204])
      const { body } = await get('Categories?$filter=ID gt 100&$orderby=ID')
      expect(body.value.map(({ parent_ID }: { parent_ID: number }) => parent_ID)).toEqual([null, null, 102, 102, 104])
      expect(body.value[0].name).toBe('$a')
      await cleared(101, 102, 103, 104, 105)
    })

    test('in each place of a multipart change set, and behind it', async () => {
      const parts = [
        part('POST', 'Categories', { body: { ID: 111 } }, '1'),
        part('POST', 'Categories', { body: { ID: 112, 'parent@odata.bind': '$1' } }, '2'),
        part('PUT', '$2/parent/$ref', { body: { '@odata.id': '$1' } }, '3'),
      ]
      const body = multipart('b', changeSet(...parts), part('GET', '$2?$expand=parent'))
      const headers = { 'content-type': 'multipart/mixed;boundary=b' }
      const answer = await server.ask('POST', '$batch', { headers, body })
      const answers = readMultipart(answer.headers['content-type']!, answer.text)
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 204, 200])
      expect(answers[3]!.body.parent.ID).toBe(111)
      await cleared(111, 112)
    })

    test('to an ETag', async () => {
      const read = { id: 'r', method: 'get', url: 'Products(3)' }
      const change = { method: 'patch', url: '$r', body: { note: 'changed' }, dependsOn: ['r'] }
      const answers = await answersOf([
        read,
        { id: '1', ...change, headers: { 'if-match': '$r' } },
        { id: '2', ...change, headers: { 'if-match': 'W/"17"' } },
        { id: '3', ...change, headers: { 'if-match': '$none' } },
      ])
      expect(statuses(answers)).toEqual([200, 204, 412, 412])
    })

    test('bytes are base64url in JSON, and bytes in multipart', async () => {
      const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0xff, 0xfe, 0x00])
      const url = 'Parts(1)/picture'
      const headers = { 'content-type': 'image/png' }
      const answers = await answersOf([
        { id: '1', method: 'put', url, headers, body: picture.toString('base64url') },
        { id: '2', method: 'get', url, dependsOn: ['1'] },
        { id: '3', method: 'get', url: 'Products/$count' },
      ])
      expect(statuses(answers)).toEqual([204, 200, 200])
      expect([answers[1].headers['content-type'], answers[1].body]).toEqual([
        'image/png',
        picture.toString('base64url'),
      ])
      expect(answers[2].body).toBe('3')
      expect(Buffer.from(await (await fetch(server.url + ROOT + url)).arrayBuffer())).toEqual(picture)
      const batch = { 'content-type': 'multipart/mixed;boundary=b' }
      const body = multipart('b', part('GET', url))
      const answer = await fetch(`${server.url}${ROOT}$batch`, { method: 'POST', headers: batch, body })
      expect(Buffer.from(await answer.arrayBuffer()).includes(picture)).toBe(true)
    })

    test('and the parts are of the version of the batch', async () => {
      const requests = [
        { id: '1', method: 'get', url: 'Products(1)' },
        { id: '2', method: 'get', url: 'Products(1)', headers: { 'odata-maxversion': '4.0' } },
        { id: '3', method: 'get', url: 'Nope' },
        { id: '4', method: 'get', url: 'Products', dependsOn: ['3'] },
      ]
      const answers = await answersOf(requests, NEW)
      expect(answers.map(({ status, headers }: Answer) => [status, headers['odata-version']])).toEqual([
        [200, '4.01'],
        [200, '4.0'],
        [404, '4.01'],
        [424, '4.01'],
      ])
      expect([answers[0].body['@context'], answers[1].body['@odata.context']]).not.toContain(undefined)
    })
  })

  describe('paths', () => {
    test.each(CODES)('the supplier "%s" is found by each spelling of its key', async (code) => {
      const literal = encodeURIComponent(code.replaceAll("'", "''"))
      const spelt = [`('${literal}')`, `(%27${literal}%27)`, `(code='${literal}')`, `%28code%3D'${literal}'%29`]
      if (!/['%?#]/.test(code)) spelt.push(`('${code}')`)
      for (const key of [...spelt, `/${encodeURIComponent(code)}`]) {
        const path = `Suppliers${key}`
        expect([path, (await get(path)).body.code]).toEqual([path, code])
        expect([path, (await get(`${path}/name/$value`)).text]).toEqual([path, `Supplier ${code}`])
        const count = await get(`${path}/products/%24count`)
        expect([path, count.text]).toEqual([path, code === 'S1' || code === 'A/B' ? '1' : '0'])
      }
      const { headers, body } = await get(`Suppliers?$filter=code eq '${literal}'`, FULL)
      expect(headers['odata-version']).toBe('4.0')
      expect((await (await fetch(body.value[0]['@odata.id'] as string)).json()) as object).toMatchObject({ code })
    })

    test('the link to the next page below such a key works', async () => {
      const prefer = 'maxpagesize=1'
      await server.ask('POST', "Suppliers('A%2FB')/products", { body: { ID: 77 } })
      const first = (await get("Suppliers('A%2FB')/products", { prefer })).body
      const next = (await (await fetch(first['@odata.nextLink'] as string)).json()) as { value: object[] }
      expect(next.value).toMatchObject([{ ID: 77 }])
      await server.ask('DELETE', 'Products(77)')
    })

    test.each([
      ['Products/%24count', '3'],
      ['%50roducts/$count', '3'],
      ['Products/1/parts/2/name/$value', 'bag'],
      ['Products/ReferenceService.Products/$count', '3'],
      ['Products(1)/ReferenceService.Products/name/%24value', 'Green tea'],
    ])('%s is %s', async (path, text) => {
      expect((await get(path)).text).toBe(text)
    })

    test.each([
      ['Products%3F$filter=ID eq 1', 404],
      ['Products%3F%24top%3D1', 404],
      ['Products%23x', 404],
      ['Products(1)%2Fname', 404],
      ['Products(1)%2Fparts/1', 404],
      ['Products;v=1', 404],
      ['Products(1)//name', 400],
      ['//Products', 400],
      ['Products()', 400],
      ['Products(1)/parts()', 400],
      ['Products(1)/category()', 400],
      ['Products(1)/name()', 400],
      ['Products(ID=1,ID=1)', 400],
      ["Suppliers(code='a,b', code='a,b')", 400],
      ['Products(1)/$value', 400],
      ['Products/$value', 400],
      ['Products/$count/$count', 400],
      ['$entity/ReferenceService.Categories?$id=Products(1)', 400],
    ])('%s is refused with %i', async (path, status) => {
      const answer = await get(path)
      expect([answer.status, typeof answer.body.error.code]).toEqual([status, 'string'])
    })

    test('$entity reads a record, which may be said to be of its type', async () => {
      for (const path of ['$entity', '$entity/ReferenceService.Products', '%24entity'])
        expect((await get(`${path}?$id=Products(1)`)).body.name).toBe('Green tea')
    })
  })

  describe('changes', () => {
    const rows = async (path: string): Promise<unknown> => (await get(path)).body.value
    const change = (method: string, path: string, body?: object, headers: Headers = {}): Promise<Answer> =>
      server.ask(method, path, { headers, ...(body && { body }) })
    const delta = (...value: object[]): object => ({ '@context': '#$delta', value })

    beforeEach(async () => {
      for (const [ID, parent_ID] of [
        [31, null],
        [32, 31],
        [33, 31],
      ])
        expect((await change('POST', 'Categories', { ID, parent_ID })).status).toBe(201)
    })
    afterEach(async () => {
      const found = (await rows('Categories?$filter=ID gt 30')) as { ID: number }[]
      for (const { ID } of found) await change('PATCH', `Categories(${ID})`, { parent_ID: null })
      for (const { ID } of found) await change('DELETE', `Categories(${ID})`)
    })

    test('a delta creates, changes and removes records of a set', async () => {
      const body = delta(
        { ID: 31, name: 'by key' },
        { '@id': 'Categories(32)', name: 'by id' },
        { '@odata.id': '/odata/v4/reference/Categories(33)', '@odata.removed': { reason: 'deleted' } },
        { ID: 34, name: 'new', parent_ID: 31 },
      )
      expect((await change('PATCH', 'Categories', body)).status).toBe(204)
      expect(await rows('Categories?$filter=ID gt 30&$orderby=ID')).toEqual([
        { ID: 31, name: 'by key', parent_ID: null },
        { ID: 32, name: 'by id', parent_ID: 31 },
        { ID: 34, name: 'new', parent_ID: 31 },
      ])
    })

    test('of which all or nothing is done, with the place of what fails', async () => {
      for (const [wrong, status, target] of [
        [{ ID: 32, name: 5 }, 400, 'value[1]/name'],
        [{ ID: 99, '@removed': {} }, 404, 'value[1]'],
        [{ '@removed': {} }, 400, undefined],
        [{ '@id': 'Products(1)' }, 400, undefined],
      ] as const) {
        const answer = await change('PATCH', 'Categories', delta({ ID: 31, name: 'lost' }, wrong))
        expect([wrong, answer.status, answer.body.error.target]).toEqual([wrong, status, target])
        expect((await get('Categories(31)')).body.name).toBeNull()
      }
      const stale = delta({ ID: 3, note: 'x', '@etag': 'W/"17"' })
      expect((await change('PATCH', 'Products', stale)).status).toBe(412)
    })

    test('and which is told as it was done where that is wished', async () => {
      const body = delta({ ID: 31, name: 'x' }, { ID: 33, '@removed': { reason: 'deleted' } })
      const answer = await change('PATCH', 'Categories', body, { ...NEW, prefer: 'return=representation' })
      expect([answer.status, answer.headers['preference-applied']]).toEqual([200, 'return=representation'])
      expect(answer.body).toEqual({
        '@context': `${server.url}${ROOT}$metadata#Categories/$delta`,
        value: [
          { ID: 31, name: 'x', parent_ID: null },
          { '@removed': { reason: 'deleted' }, '@id': 'Categories(33)' },
        ],
      })
    })

    test('related records are linked and unlinked by a delta, and parts are made and deleted', async () => {
      const links = delta({ ID: 3, name: 'Tea' }, { '@id': 'Categories(32)', '@removed': { reason: 'changed' } })
      expect((await change('PATCH', 'Categories(31)/children', links)).status).toBe(204)
      expect(await rows('Categories(31)/children?$select=ID&$orderby=ID')).toEqual([{ ID: 3 }, { ID: 33 }])
      expect((await get('Categories(32)')).status).toBe(200)
      await change('PATCH', 'Categories(3)', { parent_ID: 2 })
      await change('POST', 'Products', { ID: 31, parts: [{ ID: 31 }, { ID: 32 }] })
      const parts = delta({ ID: 31, name: 'changed' }, { ID: 33 }, { '@id': 'Parts(32)', '@removed': {} })
      expect((await change('PATCH', 'Products(31)/parts', parts)).status).toBe(204)
      expect(await rows('Products(31)/parts?$orderby=ID')).toMatchObject([
        { ID: 31, name: 'changed', product_ID: 31 },
        { ID: 33, name: null, product_ID: 31 },
      ])
      await change('DELETE', 'Products(31)')
    })

    test('what is no delta is refused', async () => {
      for (const body of [{ name: 'x' }, { '@context': '#$delta' }, delta(1 as never), { value: [] }])
        expect((await change('PATCH', 'Categories', body)).status).toBe(400)
    })

    test('all references of a collection are replaced and removed', async () => {
      const url = 'Categories(31)/children/$ref'
      const ids = async (): Promise<string[]> =>
        ((await rows(url)) as Headers[]).map((each) => each['@odata.id']!.slice((server.url + ROOT).length))
      const value = [{ '@odata.id': 'Categories(33)' }, { '@id': `${server.url}${ROOT}Categories(3)` }]
      expect((await change('PUT', url, { value })).status).toBe(204)
      expect((await ids()).sort()).toEqual(['Categories(3)', 'Categories(33)'])
      expect((await change('PUT', url, { value: [{ '@odata.id': 'Categories(999)' }] })).status).toBe(404)
      expect(await ids()).toHaveLength(2)
      expect((await change('PUT', url, {})).status).toBe(400)
      expect((await change('PUT', 'Categories(999)/children/$ref', { value: [] })).status).toBe(404)
      expect((await change('DELETE', url)).status).toBe(204)
      expect(await ids()).toEqual([])
      await change('PATCH', 'Categories(3)', { parent_ID: 2 })
    })

    test('in a change set, too, with which they fail', async () => {
      const inGroup = { atomicityGroup: 'g' }
      const requests = [
        { id: '1', ...inGroup, method: 'patch', url: 'Categories', body: delta({ ID: 35 }, { ID: 36 }) },
        {
          id: '2',
          ...inGroup,
          method: 'put',
          url: 'Categories(35)/children/$ref',
          body: { value: [{ '@id': 'Categories(36)' }] },
        },
        { id: '3', ...inGroup, method: 'patch', url: 'Categories(35)', body: { nothing: 1 } },
      ]
      const statuses = async (of: object[]): Promise<number[]> =>
        (await change('POST', '$batch', { requests: of })).body.responses.map(({ status }: Answer) => status)
      expect(await statuses(requests)).toEqual([424, 424, 400])
      expect((await get('Categories(35)')).status).toBe(404)
      expect(await statuses(requests.slice(0, 2))).toEqual([204, 204])
      expect((await get('Categories(36)')).body.parent_ID).toBe(35)
    })

    test('are answered with what $select and $expand ask for', async () => {
      const made = await change('POST', 'Products?$select=name&$expand=category($select=name)', {
        ...{ ID: 41, name: 'n', category_ID: 3, note: 'x' },
      })
      const context = `${server.url}${ROOT}$metadata#Products(name,category(name))/$entity`
      expect([made.status, made.body['@odata.context']]).toEqual([201, context])
      expect(
        Object.keys(made.body)
          .filter((name) => !name.includes('@'))
          .sort(),
      ).toEqual(['ID', 'category', 'name'])
      expect(made.headers['location']).toBe(`${server.url}${ROOT}Products(41)`)
      const changed = await change('PATCH', 'Products(41)?$select=note', { note: 'y' })
      expect([changed.status, changed.body.note, changed.body.name]).toEqual([200, 'y', undefined])
      const quiet = await change('PATCH', 'Products(41)?$select=note', { note: 'z' }, { prefer: 'return=minimal' })
      expect(quiet.status).toBe(204)
      await change('DELETE', 'Products(41)')
    })

    test('an ETag in a body is a condition in 4.01 alone', async () => {
      for (const [version, status] of [
        ['4.0', 204],
        ['4.01', 412],
      ] as const) {
        const headers = { 'odata-version': version }
        for (const name of ['@odata.etag', '@etag']) {
          const body = { [name]: 'W/"17"', note: 'changed' }
          expect([version, (await change('PATCH', 'Products(1)', body, headers)).status]).toEqual([version, status])
        }
        const current = { '@etag': (await get('Products(1)')).headers['etag'], note: null }
        expect((await change('PATCH', 'Products(1)', current, headers)).status).toBe(204)
      }
    })

    test('a record of another type is refused', async () => {
      for (const type of ['#ReferenceService.Categories', '#Edm.String', 'Products', 5]) {
        const body = { '@type': type, note: 'x' }
        expect([type, (await change('PATCH', 'Products(1)', body)).status]).toEqual([type, 400])
        expect((await change('POST', 'Products', { ID: 90, parts: [{ ID: 90, '@odata.type': type }] })).status).toBe(
          400,
        )
      }
      const url = `${server.url}${ROOT}$metadata#ReferenceService.Products`
      expect((await change('PATCH', 'Products(1)', { '@type': url, note: null })).status).toBe(204)
    })

    test('a property is set by its raw value', async () => {
      const text = { 'content-type': 'text/plain' }
      const put = (path: string, body: string, headers = text): Promise<Answer> =>
        server.ask('PUT', path, { headers, body })
      await change('POST', 'Products', { ID: 51 })
      for (const [name, value] of [
        ['name', 'Grüner "Tee"\n'],
        ['stock', '9007199254740993'],
        ['price', '12.5'],
        ['released', '2024-02-29'],
        ['supplier_code', 'S1'],
      ] as const) {
        const answer = await put(`Products(51)/${name}/$value`, value)
        expect([name, answer.status < 300]).toEqual([name, true])
        expect((await get(`Products(51)/${name}/$value`)).text).toMatch(value)
      }
      expect((await put('Products(51)/stock/$value', 'many')).status).toBe(400)
      expect((await put('Products(51)/released/$value', '2024-02-30')).status).toBe(400)
      expect((await put('Products(51)/name', 'x')).status).toBe(415)
      expect((await put('Products(51)/name/$value', 'x', { 'content-type': 'image/png' })).status).toBe(415)
      expect((await put('Products(51)/ID/$value', '52')).status).toBeGreaterThanOrEqual(400)
      const requests = [{ id: '1', method: 'put', url: 'Products(51)/name/$value', headers: text, body: 'in a batch' }]
      await change('POST', '$batch', { requests })
      expect((await get('Products(51)')).body).toMatchObject({ ID: 51, name: 'in a batch' })
      await change('DELETE', 'Products(51)')
    })

    test('OPTIONS tells what can be done, and a count is only read', async () => {
      for (const [path, allow] of [
        ['Products', 'GET, HEAD, POST, PATCH'],
        ['Products(1)', 'GET, HEAD, PATCH, PUT, DELETE'],
        ['Products(1)/ID', 'GET, HEAD'],
        ['Products/$count', 'GET, HEAD'],
        ['$batch', 'POST'],
      ] as const) {
        const { status, headers } = await change('OPTIONS', path)
        expect([path, status, headers['allow']]).toEqual([path, 204, allow])
      }
      const before = (await get('Products/$count')).text
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
        expect([method, (await change(method, 'Products/$count', {})).status]).toEqual([method, 405])
      expect((await get('Products/$count')).text).toBe(before)
    })
  })
})
