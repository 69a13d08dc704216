import { randomUUID } from 'node:crypto'
import { borrowApp } from '../../../../../support/borrowed-server.ts'
import {
  type Answer,
  changeSet,
  part,
  readMultipart,
  send,
  sendJsonBatch,
  sendMultipartBatch,
} from '../../../../../support/odata.ts'

const app = borrowApp()
const TAKEN = randomUUID()

interface JsonAnswer {
  id: string
  atomicityGroup?: string
  status: number
  headers: Record<string, string>
  body?: any // eslint-disable-line @typescript-eslint/no-explicit-any -- tests look into arbitrary JSON
}

const jsonAnswers = (answer: Answer): JsonAnswer[] => answer.body.responses as JsonAnswer[]
const statuses = (answer: Answer): number[] => jsonAnswers(answer).map(({ status }) => status)
const parts = ({ headers, text }: Answer) => readMultipart(headers['content-type']!, text)
const partStatuses = (answer: Answer): number[] => parts(answer).map(({ status }) => status)

const json = (requests: unknown[], headers = {}) => sendJsonBatch(app, 'SagaFilm', requests, headers)
const mixed = (list: string[], headers = {}) => sendMultipartBatch(app, 'SagaFilm', list, headers)
const get = (url: string, id = randomUUID() as string) => ({ id, method: 'GET', url })
const countPeople = async (): Promise<number> =>
  Number((await send(app, 'GET', '/odata/v4/SagaFilm/People/$count')).text)

beforeAll(() => send(app, 'POST', '/odata/v4/SagaFilm/People', { body: { ID: TAKEN, name: 'Taken' } }))

describe('URLs of requests', () => {
  test('are relative to the service, absolute paths, or absolute, in both formats', async () => {
    const path = '/odata/v4/SagaFilm/People/$count'
    const forms = ['People/$count', '/People/$count', path, app.url + path]
    expect(statuses(await json(forms.map((url) => get(url))))).toEqual([200, 200, 200, 200])
    expect(partStatuses(await mixed(forms.map((url) => part('GET', url))))).toEqual([200, 200, 200, 200])
  })

  test('that lead to another server are refused by themselves, in both formats', async () => {
    const foreign = 'https://a.example/odata/v4/SagaFilm/People/$count'
    const before = await countPeople()
    const group = [
      { id: '1', atomicityGroup: 'g', method: 'POST', url: 'People', body: { name: 'x' } },
      { id: '2', atomicityGroup: 'g', method: 'POST', url: 'http://a.example/odata/v4/SagaFilm/People', body: {} },
    ]
    const asJson = await json([get(foreign), get('People/$count'), ...group])
    expect(statuses(asJson)).toEqual([400, 200, 424, 400])
    expect(jsonAnswers(asJson)[0]!.body.error.code).toBe('FOREIGN_HOST')
    const list = [part('GET', foreign), part('GET', 'People/$count', { headers: { Host: 'a.example' } })]
    const wish = { prefer: 'continue-on-error' }
    expect(partStatuses(await mixed([...list, part('GET', 'People/$count')], wish))).toEqual([400, 400, 200])
    const { host } = new URL(app.url)
    expect(partStatuses(await mixed([part('GET', 'People/$count', { headers: { Host: host } })]))).toEqual([200])
    expect(await countPeople()).toBe(before)
  })

  test('lead to $metadata and the service document', async () => {
    const answer = await json([get('$metadata'), get('/'), get('/odata/v4/SagaFilm')])
    expect(statuses(answer)).toEqual([200, 200, 200])
    expect(jsonAnswers(answer)[0]!.body).toMatch(/^<\?xml/)
  })

  test('do not lead to other services', async () => {
    expect(statuses(await json([get('/odata/v4/SagaEpisode/Shows'), get('/api/v1/health')]))).toEqual([404, 404])
  })

  test.each(['SagaEpisode', '-data'])('are those of the service %s', async (service) => {
    const set = service === '-data' ? 'Data' : 'Shows'
    const answer = await sendJsonBatch(app, service, [get(`/odata/v4/${service}/${set}`), get(set)])
    expect(statuses(answer)).toEqual([200, 200])
  })
})

describe('the multipart format', () => {
  const body = ['--b', 'Content-Type: application/http', '', 'GET People/$count HTTP/1.1', '', '', '--b--', '']
  const sendMixed = (contentType: string, text: string) =>
    send(app, 'POST', '/odata/v4/SagaFilm/$batch', { headers: { 'content-type': contentType }, body: text })

  test.each([
    ['a quoted boundary', 'multipart/mixed; boundary="b"', body.join('\r\n')],
    ['a preamble', 'multipart/mixed;boundary=b', ['preamble', ...body].join('\r\n')],
    ['bare line feeds', 'multipart/mixed;boundary=b', body.join('\n')],
  ])('is read with %s', async (_, contentType, text) => {
    expect(partStatuses(await sendMixed(contentType, text))).toEqual([200])
  })

  test('is read without a version of HTTP, which is then the one there is', async () => {
    const lines = ['GET People/$count', "GET People?$filter=name eq 'HTTP/x'&$top=1", 'GET People/$count HTTP/1.1']
    const text = lines.map((line) => `--b\r\nContent-Type: application/http\r\n\r\n${line}\r\n\r\n`).join('')
    expect(partStatuses(await sendMixed('multipart/mixed;boundary=b', `${text}--b--`))).toEqual([200, 200, 200])
  })

  test('is written with the names of the requests, and in the order of the requests', async () => {
    const answer = await mixed([
      part('GET', 'People/$count', {}, '7'),
      changeSet(
        part('POST', 'People', { body: { name: 'x' } }, '1'),
        part('POST', 'People', { body: { name: 'y' } }, '2'),
      ),
    ])
    expect(answer.headers['content-type']).toMatch(/^multipart\/mixed; boundary=\S+$/)
    expect(parts(answer).map(({ contentId, status }) => [contentId, status])).toEqual([
      ['7', 200],
      ['1', 201],
      ['2', 201],
    ])
  })
})

describe('the format of the answer', () => {
  test.each(['application/json, text/plain, */*', 'application/json, multipart/mixed;q=0.1', 'multipart/*'])(
    'is multipart for multipart, where %s is accepted: JSON is not asked for alone',
    async (accept) => {
      const answer = await mixed([part('GET', 'People/$count')], { accept })
      expect([answer.status, answer.headers['content-type']]).toEqual([200, expect.stringMatching(/^multipart\/mixed/)])
    },
  )

  test('is the one that alone is accepted, whichever was sent', async () => {
    const group = [
      { id: 'a', atomicityGroup: 'g', method: 'POST', url: 'People', body: { name: 'x' } },
      { id: 'b', atomicityGroup: 'g', method: 'DELETE', url: '$a' },
    ]
    const asParts = await json([...group, get('People/$count', 'r1')], { accept: 'multipart/mixed' })
    expect(parts(asParts).map(({ contentId, status }) => [contentId, status])).toEqual([
      ['a', 201],
      ['b', 204],
      ['r1', 200],
    ])
    const asJson = await mixed([part('GET', 'People/$count', {}, 'x')], { accept: 'application/json' })
    expect(jsonAnswers(asJson)[0]).toMatchObject({ id: 'x', status: 200 })
  })

  test('is the one that was sent to those who accept anything', async () => {
    expect((await json([get('People')], { accept: '*/*' })).headers['content-type']).toMatch(/^application\/json/)
    expect((await mixed([part('GET', 'People')], { accept: '*/*' })).headers['content-type']).toMatch(/^multipart/)
  })

  test('cannot be another', async () => {
    expect((await json([get('People')], { accept: 'application/xml' })).status).toBe(406)
  })

  test('has a version, of the batch and of each answer', async () => {
    const answer = await json([get('People'), get('Nope')])
    expect(answer.headers['odata-version']).toBe('4.0')
    for (const { headers } of jsonAnswers(answer)) expect(headers['odata-version']).toBe('4.0')
  })
})

describe('after a failure', () => {
  const requests = [get('Nope'), get('People/$count')]
  const list = [part('GET', 'Nope'), part('GET', 'People/$count')]

  test('a JSON batch goes on and a multipart batch stops, unless told otherwise', async () => {
    expect(statuses(await json(requests))).toEqual([404, 200])
    expect(partStatuses(await mixed(list))).toEqual([404])
  })

  test.each(['continue-on-error', 'odata.continue-on-error', 'continue-on-error=true', 'odata.continue-on-error=true'])(
    'Prefer: %s makes both go on',
    async (prefer) => {
      const [asJson, asParts] = [await json(requests, { prefer }), await mixed(list, { prefer })]
      expect([statuses(asJson), partStatuses(asParts)]).toEqual([
        [404, 200],
        [404, 200],
      ])
      for (const { headers } of [asJson, asParts]) expect(headers['preference-applied']).toBe(prefer)
    },
  )

  test.each(['continue-on-error=false', 'odata.continue-on-error=false'])(
    'Prefer: %s makes both stop',
    async (prefer) => {
      const [asJson, asParts] = [await json(requests, { prefer }), await mixed(list, { prefer })]
      expect([statuses(asJson), partStatuses(asParts)]).toEqual([[404], [404]])
      for (const { headers } of [asJson, asParts]) expect(headers['preference-applied']).toBe(prefer)
    },
  )

  test('what depends on it is not run: by dependsOn, by a group, and by reference', async () => {
    const before = await countPeople()
    const answer = await json([
      { id: 'a', atomicityGroup: 'g', method: 'POST', url: 'People', body: { ID: TAKEN, name: 'x' } },
      { id: 'b', dependsOn: ['a'], method: 'POST', url: 'People', body: { name: 'x' } },
      { id: 'c', dependsOn: ['g'], method: 'POST', url: 'People', body: { name: 'x' } },
      { id: 'd', method: 'GET', url: '$a' },
      { id: 'e', dependsOn: ['d'], method: 'POST', url: 'People', body: { name: 'x' } },
    ])
    expect(statuses(answer)).toEqual([409, 424, 424, 424, 424])
    expect(jsonAnswers(answer)[1]!.body.error.code).toBe('FAILED_DEPENDENCY')
    expect(await countPeople()).toBe(before)
  })
})

describe('a group of which one fails', () => {
  const bodies = [{ name: 'x' }, { ID: TAKEN, name: 'y' }, { name: 'z' }]

  test('fails as a whole in JSON, and every member says so', async () => {
    const before = await countPeople()
    const group = bodies.map((body, id) => ({
      id: String(id),
      atomicityGroup: 'g',
      method: 'POST',
      url: 'People',
      body,
    }))
    const answer = await json([...group, get('People/$count')])
    expect(statuses(answer)).toEqual([424, 409, 424, 200])
    for (const { atomicityGroup, headers, body } of jsonAnswers(answer).slice(0, 3)) {
      expect([atomicityGroup, headers['location'], typeof body.error.code]).toEqual(['g', undefined, 'string'])
    }
    expect(await countPeople()).toBe(before)
  })

  test('has one answer in multipart, of the request that failed', async () => {
    const before = await countPeople()
    const group = bodies.map((body, id) => part('POST', 'People', { body }, String(id)))
    const answer = await mixed([changeSet(...group)])
    expect(parts(answer).map(({ contentId, status }) => [contentId, status])).toEqual([['1', 409]])
    expect(await countPeople()).toBe(before)
  })

  test('leaves the rest of the batch as it is', async () => {
    const before = await countPeople()
    const person = (id: string, body: object) => ({ id, method: 'POST', url: 'People', body })
    const answer = await json([
      person('1', { name: 'x' }),
      person('2', { ID: TAKEN, name: 'x' }),
      person('3', { name: 'x' }),
    ])
    expect(statuses(answer)).toEqual([201, 409, 201])
    expect(await countPeople()).toBe(before + 2)
  })
})

describe('a batch that is refused, before anything of it is run', () => {
  const post = { id: '0', method: 'POST', url: 'People', body: { name: 'x' } }

  test.each([
    ['a request that depends on itself', [post, { ...get('People', '1'), dependsOn: ['1'] }], 400],
    [
      'requests that depend on each other',
      [post, { ...get('People', '1'), dependsOn: ['2'] }, { ...get('People', '2'), dependsOn: ['1'] }],
      400,
    ],
    ['an unknown dependency', [post, { ...get('People', '1'), dependsOn: ['x'] }], 400],
    ['a GET in a group', [post, { ...get('People', '1'), atomicityGroup: 'g' }], 400],
    ['a batch in it', [post, { ...post, id: '1', url: '$batch' }], 400],
    ['more requests than are allowed', Array.from({ length: 101 }, (_, id) => ({ ...post, id: String(id) })), 413],
    ['an id that ends its line', [post, get('People', '1\r\nx: y\r\n\r\nHTTP/1.1 200 OK')], 400],
    ['an id that other readers take for two lines', [post, get('People', '1\u2028x: y')], 400],
    ['an id of any length', [post, get('People', 'x'.repeat(1_000))], 400],
    ['a group that ends its line', [{ ...post, atomicityGroup: 'a\nb' }], 400],
    ['a header in two forms', [post, { ...get('People', '1'), headers: { 'If-Range': 'a', 'if-range': 'b' } }], 400],
  ])('JSON with %s', async (_, requests, status) => {
    const before = await countPeople()
    const answer = await json(requests)
    expect([answer.status, answer.body.error.code]).toEqual([status, expect.stringMatching(/^BATCH_/)])
    expect(await countPeople()).toBe(before)
  })

  test('multipart with a GET in a change set, a batch in it, or too many requests', async () => {
    const before = await countPeople()
    const create = part('POST', 'People', { body: { name: 'x' } })
    expect((await mixed([create, changeSet(create, part('GET', 'People'))])).status).toBe(400)
    expect((await mixed([create, part('POST', '$batch', { body: {} })])).status).toBe(400)
    expect((await mixed(Array.from({ length: 101 }, () => create))).status).toBe(413)
    expect(await countPeople()).toBe(before)
  })

  test.each([undefined, 'text/plain', 'x', 'multipart/mixed', 'multipart/mixed;boundary=', 'application/xml'])(
    'with the Content-Type %s',
    async (contentType) => {
      const body = new Blob(['--b--'])
      const url = `${(app as unknown as { url: string }).url}/odata/v4/SagaFilm/$batch`
      const headers = contentType === undefined ? {} : { 'content-type': contentType }
      const response = await fetch(url, { method: 'POST', body, headers })
      expect([response.status, ((await response.json()) as Answer['body']).error.code]).toEqual([
        400,
        'BATCH_MALFORMED',
      ])
    },
  )

  test('with another method than POST', async () => {
    const answer = await send(app, 'GET', '/odata/v4/SagaFilm/$batch')
    expect([answer.status, answer.headers['allow'], answer.body.error.code]).toEqual([
      405,
      'POST',
      'METHOD_NOT_ALLOWED',
    ])
  })
})

test('a JSON batch without requests is answered without responses', async () => {
  const { status, body } = await json([])
  expect([status, body]).toEqual([200, { responses: [] }])
})

describe('requests of a batch', () => {
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`

  test.each([
    ['a blank that HTTP does not have', { prefer: 'maxpagesize=\u20031' }, 'INVALID_HEADER'],
    ['a header that ends its line', { accept: '*/*\r\nset-cookie: a=b' }, 'INVALID_HEADER'],
    ['a name that is none', { 'a b': 'c' }, 'INVALID_HEADER'],
    ['headers as long as the batch', { accept: 'a,'.repeat(50_000) }, 'INVALID_HEADER'],
  ])('are refused by themselves for %s, in JSON', async (_, headers, code) => {
    const answer = await json([{ ...get('People?$top=1'), headers }, get('People/$count')])
    expect(statuses(answer)).toEqual([400, 200])
    expect(jsonAnswers(answer)[0]!.body.error.code).toBe(code)
  })

  test('are refused by themselves for a blank that HTTP does not have, in multipart', async () => {
    const headers = { prefer: 'maxpagesize=\u20031' }
    const answer = await mixed([part('GET', 'People/$count'), part('GET', 'People?$top=1', { headers })])
    expect(partStatuses(answer)).toEqual([200, 400])
  })

  test('are refused by themselves for a body that nests deeper than any may, in both formats', async () => {
    const before = await countPeople()
    const requests = `{"id":"1","method":"POST","url":"People","body":{"name":${deep}}},{"id":"2","method":"GET","url":"People/$count"}`
    const headers = { 'content-type': 'application/json' }
    const body = `{"requests":[${requests}]}`
    const asJson = await send(app, 'POST', '/odata/v4/SagaFilm/$batch', { headers, body })
    expect(statuses(asJson)).toEqual([400, 200])
    expect(jsonAnswers(asJson)[0]!.body.error.code).toBe('BODY_TOO_DEEP')
    const asParts = await mixed([part('GET', 'People'), part('POST', 'People', { body: `{"name":${deep}}` })])
    expect(partStatuses(asParts)).toEqual([200, 400])
    expect(await countPeople()).toBe(before)
  })

  test('take the lines of a list together', async () => {
    const headers = { prefer: 'track-changes', Prefer: 'maxpagesize=1' }
    const [answer] = jsonAnswers(await json([{ ...get('People'), headers }]))
    expect(answer!.body.value).toHaveLength(1)
  })

  test('have bodies of their own, whose faults are theirs alone', async () => {
    const answer = await json([
      { id: '1', method: 'POST', url: 'People', body: '{bad' },
      { id: '2', method: 'POST', url: 'People', headers: { 'Content-Type': 'text/plain' }, body: 'x' },
      {
        id: '3',
        method: 'PATCH',
        url: `People(${TAKEN})`,
        headers: { 'Content-Length': '999999' },
        body: { name: 'Taken' },
      },
      { id: '4', method: 'POST', url: 'People', headers: { 'Transfer-Encoding': 'chunked' } },
      { id: '5', method: 'PUT', url: `People(${TAKEN})/name`, headers: { 'Content-Type': 'text/plain' }, body: 'x' },
    ])
    expect(statuses(answer)).toEqual([400, 415, 204, 400, 415])
  })

  test('are refused for bodies that are no records, numbers of many digits too', async () => {
    const film = 'Film(ID=8d3bd2b3-3fdc-4ea3-b4a3-7d3e5d1b4a01,IsActiveEntity=true)'
    const number = 12345678901234567000
    for (const url of ['People', 'Film', film, `${film}/SagaFilm.draftEdit`, `${film}/title`])
      for (const body of [number, [number], { title: number }, { none: number }, { PreserveChanges: number }])
        for (const method of ['POST', 'PATCH', 'PUT']) {
          const [{ status, body: answer } = { status: 0 }] = jsonAnswers(await json([{ ...get(url), method, body }]))
          expect([method, url, body, status >= 400 && status < 500, answer]).toMatchObject([
            method,
            url,
            body,
            true,
            {},
          ])
        }
  })

  test('take over preferences and the language of the batch, unless they have their own', async () => {
    const person = { method: 'POST', url: 'People' }
    const answer = await json(
      [
        { id: '1', ...person, body: { name: 'x' } },
        { id: '2', ...person, headers: { prefer: 'return=representation' }, body: { name: 'x' } },
        { id: '3', ...person, body: {} },
        get('People?$top=1', '4'),
      ],
      { prefer: 'return=minimal', 'accept-language': 'de' },
    )
    expect(statuses(answer)).toEqual([204, 201, 400, 200])
    const english = await json([{ id: '3', ...person, body: {} }])
    expect(jsonAnswers(answer)[2]!.body.error.message).not.toBe(jsonAnswers(english)[0]!.body.error.message)
  })

  test('see what earlier ones of their group have written', async () => {
    const ID = randomUUID()
    const answer = await json([
      { id: '1', atomicityGroup: 'g', method: 'POST', url: 'People', body: { ID, name: 'x' } },
      { id: '2', atomicityGroup: 'g', method: 'PATCH', url: `People(${ID})`, body: { name: 'y' } },
      get(`People(${ID})`, '3'),
    ])
    expect(statuses(answer)).toEqual([201, 204, 200])
    expect(jsonAnswers(answer)[2]!.body.name).toBe('y')
  })

  test('refer to what was addressed where nothing was made', async () => {
    const answer = await json([
      { id: '1', method: 'PATCH', url: `People(${TAKEN})?x=1`, body: { name: 'Taken' } },
      get('$1/name', '2'),
    ])
    expect(jsonAnswers(answer)[1]!.body.value).toBe('Taken')
  })

  test('work in parallel batches', async () => {
    const batches = Array.from({ length: 10 }, () =>
      json([{ id: '1', method: 'POST', url: 'People', body: { name: 'x' } }, get('People/$count')]),
    )
    for (const answer of await Promise.all(batches)) expect(statuses(answer)).toEqual([201, 200])
  })
})
