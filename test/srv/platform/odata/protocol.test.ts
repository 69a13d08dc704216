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
        expect(current.body['@context']).toBe(old.body['@odata.context'])
        expect(Object.keys(current.body)[0]).toBe('@context')
        const { '@count': _, ...rest } = old.body
        expect(JSON.parse(JSON.stringify(rest).replaceAll('@odata.', '@'))).toEqual(current.body)
      },
    )

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
})
