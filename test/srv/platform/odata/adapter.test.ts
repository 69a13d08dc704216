/** What holds for every resource, on both databases and in each way to ask: nothing is passed over, nothing is made up. */
import { randomUUID } from 'node:crypto'
import { type BorrowedServer, borrowServerOn } from '../../../support/borrowed-server.ts'
import { type Answer, type Ask, belowService, ways } from '../../../support/odata.ts'

const NOBODY = randomUUID()

const told = ({ status, body }: Answer): unknown => [status, body?.error?.code]

describe.each(['sqlite', 'postgres'] as const)('on %s', (engine) => {
  /** Stands for the server before it is started. */
  const app = { url: '' }
  let server: BorrowedServer
  beforeAll(async () => {
    server = await borrowServerOn(engine)
    app.url = server.url
  }, 120_000)
  afterAll(() => server.stop())

  const askIn = (service: string): [string, Ask][] => ways(app as never, service)

  describe.each(askIn('SagaFilm'))('SagaFilm, %s', (_, ask) => {
    const firstOf = async (set: string, filter = ''): Promise<string> =>
      (await ask('GET', `${set}?$top=1&$select=ID${filter}`)).body.value[0].ID
    const newPerson = async (): Promise<string> => {
      const { body } = await ask('POST', 'People', { body: { name: randomUUID(), eye_color: 'blue' } })
      return `People(${body.ID})`
    }
    const newFilm = async (links: number, isActive = true): Promise<string> => {
      const { body: planets } = await ask('GET', `Planet?$top=${links}&$select=ID&$orderby=ID`)
      const body = {
        title: randomUUID(),
        IsActiveEntity: isActive,
        planets: planets.value.map(({ ID }: { ID: string }) => ({ planet_ID: ID })),
      }
      const film = await ask('POST', 'Film', { body })
      expect(film.status).toBe(201)
      return `Film(ID=${film.body.ID},IsActiveEntity=${isActive})`
    }

    test('what belongs to a record that does not exist is not found', async () => {
      const film = await newFilm(0)
      const id = /ID=([^,]*)/.exec(film)![1]!
      const missing = [
        `Film(ID=${id})`,
        `Film(${id})`,
        `Film(ID=${NOBODY},IsActiveEntity=true)`,
        `${film}/characters(ID=${NOBODY},IsActiveEntity=true)/people`,
      ].flatMap((record) => {
        const [many, text] = record.endsWith('people') ? ['films', 'name'] : ['characters', 'title']
        const rest = [text, `${text}/$value`, many, `${many}/$count`, `${many}/$count?$filter=ID ne null`]
        return [...rest, `${many}?$count=true&$top=0`, `${many}?$apply=aggregate($count as n)`].map(
          (end) => `${record}/${end}`,
        )
      })
      const more = [`People(${NOBODY})/homeworld`, `People(${NOBODY})/homeworld/residents/$count`]
      for (const path of [...missing, ...more]) expect([path, (await ask('GET', path)).status]).toEqual([path, 404])

      for (const path of [`${film}/characters/$count`, 'People/$count?$filter=false'])
        expect((await ask('GET', path)).text).toBe('0')
      const { body } = await ask('GET', `${film}/characters?$apply=aggregate($count as n)`)
      expect(body.value).toEqual([{ n: 0 }])
    })

    test('a draft has what belongs to it', async () => {
      const film = await newFilm(2, false)
      expect((await ask('GET', `${film}/planets/$count`)).text).toBe('2')
      expect((await ask('GET', `${film}/characters/$count`)).text).toBe('0')
      expect((await ask('GET', `${film.replace('false', 'true')}/characters/$count`)).status).toBe(404)
      expect((await ask('DELETE', film)).status).toBe(204)
      expect((await ask('GET', `${film}/characters/$count`)).status).toBe(404)
    })

    test('what is for collections is refused for a single record', async () => {
      const options = ['$top=1', '$skip=1', '$orderby=name', '$search=x', '$count=true', "$filter=name eq 'x'"]
      const person = await newPerson()
      for (const option of options) {
        const expand = `People?$top=1&$expand=homeworld(${option})`
        const nested = `Planet?$top=1&$expand=residents($top=1;$expand=homeworld(${option}))`
        for (const path of [expand, nested, `${person}?${option}`, `${person}/name?${option}`])
          expect([path, told(await ask('GET', path))]).toEqual([path, [400, 'NOT_SUPPORTED']])
      }
      for (const path of [
        'People?$top=1&$expand=homeworld($select=name;$expand=residents($top=1))',
        `${person}/films?$top=1`,
      ])
        expect((await ask('GET', path)).status).toBe(200)
    })

    test.each([
      ['any(c:true)', 'any()'],
      ['any(c:not false)', 'any()'],
      ['any(c:(true))', 'any()'],
      ['any(c:c/ID ne null and true)', 'any()'],
      ['any(c:false)', 'any(c:c/ID eq null)'],
      ['any(c:not true)', 'any(c:c/ID eq null)'],
      ['all(c:true)', 'all(c:c/ID ne null)'],
      ['all(c:false)', 'all(c:c/ID eq null)'],
    ])('characters/%s means characters/%s', async (constant, same) => {
      const count = async (lambda: string): Promise<string> => {
        const { status, text } = await ask('GET', `Film/$count?$filter=characters/${lambda}`)
        expect(status).toBe(200)
        return text
      }
      expect(await count(constant)).toBe(await count(same))
      expect(await count(`${constant} or true`)).toBe((await ask('GET', 'Film/$count')).text)
    })

    test.each([true, false])('pages hold for expanded collections; active: %s', async (isActive) => {
      const film = await newFilm(5, isActive)
      const prefer = 'odata.maxpagesize=2'
      const idsOf = (rows: { planet_ID: string }[]): string[] => rows.map(({ planet_ID }) => planet_ID)
      for (const options of ['', '$select=planet_ID', '$orderby=planet_ID desc;$skip=1', '$top=3;$count=true']) {
        const path = `${film}?$select=title&$expand=planets${options && `(${options})`}`
        const { body: whole } = await ask('GET', path)
        const { body, headers } = await ask('GET', path, { headers: { prefer } })
        expect(headers['preference-applied']).toBe(prefer)
        expect(body['planets@count']).toBe(whole['planets@count'])
        const found = [idsOf(body.planets)]
        for (let link: string | undefined = body['planets@odata.nextLink']; link;) {
          const page = await ask('GET', belowService(link), { headers: { prefer } })
          expect(page.status).toBe(200)
          found.push(idsOf(page.body.value))
          link = page.body['@odata.nextLink']
        }
        expect(found.every((page) => page.length <= 2)).toBe(true)
        const all = found.flat()
        expect(all.length).toBe(whole.planets.length)
        if (options.includes('$orderby')) expect(all).toEqual(idsOf(whole.planets))
        else if (!options.includes('$top')) expect(all.toSorted()).toEqual(idsOf(whole.planets).toSorted())
      }
      const short = await ask('GET', `${film}?$expand=planets($top=2)`, { headers: { prefer } })
      expect(Object.keys(short.body)).not.toContain('planets@odata.nextLink')
    })

    test('pages hold for collections within expanded records', async () => {
      const planet = await firstOf('Planet', '&$filter=residents/$count gt 2')
      const path = `Planet?$filter=ID eq ${planet}&$expand=residents($expand=homeworld($expand=residents($select=name)))`
      const { body } = await ask('GET', path, { headers: { prefer: 'maxpagesize=1' } })
      const [{ residents, ...first }] = body.value
      expect(residents).toHaveLength(1)
      expect(first['residents@odata.nextLink']).toContain(`Planet(${planet})/residents?`)
      const { homeworld } = residents[0]
      expect(homeworld.residents).toHaveLength(1)
      const next = await ask('GET', belowService(homeworld['residents@odata.nextLink']))
      expect(Object.keys(next.body.value[0]).toSorted()).toEqual(['ID', 'name'])
    })

    test.each([true, false])('a deep update answers with the links it was given; active: %s', async (isActive) => {
      const film = await newFilm(2, isActive)
      const planet = await firstOf('Planet')
      const body = { title: randomUUID(), planets: [{ planet_ID: planet }] }
      const headers = { prefer: 'return=representation' }
      for (const method of ['PATCH', 'PUT']) {
        const answer = await ask(method, film, { headers, body })
        expect([answer.status, answer.body.title]).toEqual([200, body.title])
        expect(answer.body.planets).toMatchObject([{ planet_ID: planet, IsActiveEntity: isActive }])
        expect(Object.keys(answer.body)).not.toContain('characters')
        expect(answer.body['@odata.etag']).toBe(answer.headers['etag'])
      }
      expect((await ask('PATCH', film, { body })).status).toBe(204)
    })

    test('If-Match is looked at where there is no ETag', async () => {
      const film = await newFilm(1)
      const person = await newPerson()
      const { body } = await ask('GET', `${film}/planets`)
      const link = `${film}/planets(ID=${body.value[0].ID},IsActiveEntity=true)`
      const headers = { 'if-match': '"x"' }
      for (const path of [link, person]) {
        for (const method of ['GET', 'PATCH', 'PUT', 'DELETE'])
          expect([method, told(await ask(method, path, { headers, ...(/^P/.test(method) && { body: {} }) }))]).toEqual([
            method,
            [412, '412'],
          ])
        expect((await ask('PATCH', path, { headers: { 'if-match': '"x", *' }, body: {} })).status).toBe(204)
        expect((await ask('GET', path, { headers: { 'if-match': '*' } })).status).toBe(200)
      }
      const unknown = { headers: { 'if-match': '*' }, body: { name: 'x' } }
      expect((await ask('PATCH', `People(${NOBODY})`, unknown)).status).toBe(412)
      expect((await ask('POST', 'People', { headers, body: { name: 'x' } })).status).toBe(412)
      expect((await ask('POST', 'Film', { headers, body: { title: 'x' } })).status).toBe(412)
      expect((await ask('DELETE', link, { headers: { 'if-match': '*' } })).status).toBe(204)
    })

    test('what is to be created is not changed', async () => {
      const headers = { 'if-none-match': '*' }
      for (const path of [await newFilm(0), await newPerson()]) {
        const { body: before } = await ask('GET', path)
        const body = { title: 'x', name: 'x' }
        const sent = path.startsWith('Film') ? { title: body.title } : { name: body.name }
        for (const method of ['PATCH', 'PUT', 'DELETE'])
          expect([
            method,
            (await ask(method, path, { headers, ...(/^P/.test(method) && { body: sent }) })).status,
          ]).toEqual([method, 412])
        expect((await ask('GET', path)).body).toEqual(before)
      }
      const path = `People(${randomUUID()})`
      expect((await ask('PATCH', path, { headers, body: { name: 'x' } })).status).toBe(204)
      expect((await ask('GET', path)).body.name).toBe('x')
    })

    test('neither keys nor what the server keeps can be changed by their address', async () => {
      const [film, person] = [await newFilm(0), await newPerson()]
      const fixed = [`${film}/ID`, `${film}/IsActiveEntity`, `${film}/HasDraftEntity`, `${film}/modifiedAt`]
      for (const path of [...fixed, `${person}/ID`, `${person}/createdBy`])
        for (const method of ['PUT', 'PATCH', 'DELETE']) {
          const answer = await ask(method, path, method === 'DELETE' ? {} : { body: { value: null } })
          expect([path, answer.status, answer.headers['allow']]).toEqual([path, 405, 'GET, HEAD'])
        }
      for (const path of [`${film}/title`, `${person}/name`])
        expect(told(await ask('DELETE', path))).toEqual([400, 'ASSERT_MANDATORY'])
      expect((await ask('DELETE', `${person}/eye_color`)).status).toBe(204)
      expect((await ask('GET', person)).body.eye_color).toBeNull()
      const put = await ask('PUT', 'People', { body: { ID: NOBODY, name: 'x' } })
      expect([put.status, put.headers['allow']]).toEqual([405, 'GET, HEAD, POST, PATCH'])
    })
  })

  describe.each(askIn('-data'))('-data, %s', (_, ask) => {
    const newRow = async (): Promise<string> => {
      const dummy = `it's ${randomUUID()}`
      const cells = ['a', 'b', 'c'].map((column) => ({ column, data: column }))
      expect((await ask('POST', 'Data', { body: { dummy, record: cells } })).status).toBe(201)
      return `Data('${dummy.replace("'", "''")}')`
    }

    test('a record is counted and given in parts', async () => {
      const row = await newRow()
      expect((await ask('GET', `${row}/record/$count`)).text).toBe('3')
      expect((await ask('GET', `${row}/record/$count?$top=1`)).text).toBe('3')
      const { body } = await ask('GET', `${row}/record?$count=true&$top=1&$skip=1`)
      expect([body['@odata.count'], body['@count'], body.value]).toEqual([3, 3, [{ column: 'b', data: 'b' }]])
      expect((await ask('GET', `${row}/record`)).body.value).toHaveLength(3)
      for (const end of ['record', 'record/$count', 'record?$count=true', 'record?$top=1'])
        expect((await ask('GET', `Data('${NOBODY}')/${end}`)).status).toBe(404)
    })

    test('rows are found by the cells of their records, and sorted by how many there are', async () => {
      const row = await newRow()
      const found = async (condition: string): Promise<number> => {
        const path = `Data?$filter=dummy eq ${row.slice(5, -1)} and ${condition}&$orderby=record/$count desc`
        const { status, body } = await ask('GET', path)
        expect([path, status]).toEqual([path, 200])
        return body.value.length
      }
      expect(await found("record/any(r:r/column eq 'b' and r/data eq 'b')")).toBe(1)
      expect(await found("record/any(r:r/column eq 'b' and r/data eq 'c')")).toBe(0)
      expect(await found('record/all(r:r/data ne null) and record/$count eq 3')).toBe(1)
    })

    test('what a record cannot tell is refused', async () => {
      const row = await newRow()
      const own = ["$filter=data eq 'a'", '$orderby=data', '$search=a', '$count=x', '$top=-1', '$select=data']
      const lists = ["$filter=record eq 'a'", '$filter=record eq null', "$filter=record/any(r:r eq 'a')"]
      const sums = ['$apply=groupby((record))', '$apply=aggregate(record with max as m)']
      const paths = [
        ...own.map((option) => `${row}/record?${option}`),
        `${row}/record/$value`,
        ...[...lists, ...sums, '$orderby=record'].map((option) => `Data?${option}`),
      ]
      for (const path of paths) expect([path, (await ask('GET', path)).status]).toEqual([path, 400])
    })

    test('the context of a property has the key as a URL has it', async () => {
      const row = await newRow()
      const contextOf = async (path: string): Promise<string> => (await ask('GET', path)).body['@odata.context']
      const encoded = row.replaceAll(' ', '%20')
      for (const end of ['record', 'dummy', 'record?$count=true'])
        expect(await contextOf(`${row}/${end}`)).toBe(
          `${app.url}/odata/v4/-data/$metadata#${encoded}/${end.replace(/\?.*/, '')}`,
        )
      const column = "Entities_columns(up__name='SagaFilm.Film',name='ID')"
      expect(await contextOf(`${column}/type`)).toMatch(`#${column}/type`)
      expect(await contextOf(`${column}/up_/name`)).toMatch("#Entities('SagaFilm.Film')/name")
    })

    test('columns of an entity that does not exist are not found', async () => {
      for (const end of ['columns', 'columns/$count', 'columns?$count=true'])
        expect((await ask('GET', `Entities('${NOBODY}')/${end}`)).status).toBe(404)
    })
  })

  describe.each(askIn('SagaEpisode'))('SagaEpisode, %s', (_, ask) => {
    test('episodes of a show that does not exist are not found', async () => {
      for (const end of ['episodes', 'episodes/$count', 'title', 'episodes?$apply=aggregate($count as n)'])
        expect((await ask('GET', `Shows(${NOBODY})/${end}`)).status).toBe(404)
    })
  })
})
