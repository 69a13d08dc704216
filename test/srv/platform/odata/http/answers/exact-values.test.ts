/** Decimals and 64-bit integers are numbers of JSON with all of their digits, and texts for who asks for texts. */
import { startAllTypes } from '../../../../../support/all-types.ts'
import { DATABASES } from '../../../../../support/server-on.ts'
import type { ServerProcess } from '../../../../../support/server-process.ts'

const THING = '11111111-1111-4111-8111-111111111111'
const BIG = '9223372036854775807'
const BODY = `{"ID":"${THING}","big":"${BIG}","price":1.5,"text":"x","double":1e300,"moment":"2024-02-29T23:59:59Z","instant":"2024-02-29T23:59:59.999Z","day":"2024-02-29","clock":"23:59:59","measure_amount":"-0.25","parts":[{"ID":"9007199254740993","price":1.10}]}`
const TEXTS = { accept: 'application/json;IEEE754Compatible=true' }

describe.each(DATABASES)('%s', (database) => {
  let server: ServerProcess
  beforeAll(async () => {
    server = await startAllTypes(database)
  })
  afterAll(() => server.stop())

  const text = async (path: string, headers: Record<string, string> = {}, rest: RequestInit = {}): Promise<string> => {
    const answer = await fetch(`${server.url}/types/${path}`, { headers, ...rest })
    return answer.text()
  }

  test('numbers in answers to changes, in collections, records, expanded parts and batches', async () => {
    const headers = { 'content-type': 'application/json' }
    const created = await text('Things', {}, { method: 'POST', headers, body: BODY })
    const answers = [created, await text('Things?$expand=parts'), await text(`Things(${THING})?$expand=parts`)]
    const requests = [{ id: '1', method: 'GET', url: 'Things?$expand=parts' }]
    answers.push(await text('$batch', {}, { method: 'POST', headers, body: JSON.stringify({ requests }) }))
    for (const answer of answers) {
      expect(answer).toContain(`"big":${BIG},`)
      expect(answer).toContain('"price":1.5000000000,')
      expect(answer).toContain('"measure_amount":-0.250')
      expect(answer).toContain('"parts":[{"ID":9007199254740993,')
      expect(answer).toMatch(/"price":1\.10[,}]/)
      expect(answer).toContain('"free":null,')
    }
  })

  test('a property, and what is raw', async () => {
    expect(await text(`Things(${THING})/big`)).toContain(`"value":${BIG}}`)
    expect(await text(`Things(${THING})/big/$value`)).toBe(BIG)
    expect(await text(`Things(${THING})/big`, TEXTS)).toContain(`"value":"${BIG}"}`)
  })

  test('texts where the client asks for them', async () => {
    const answer = await text('Things?$expand=parts', TEXTS)
    for (const part of [`"big":"${BIG}"`, '"price":"1.5000000000"', '"ID":"9007199254740993"', '"price":"1.10"'])
      expect(answer).toContain(part)
  })

  const computed = async (what: string): Promise<string> =>
    text(`Things(${THING})?$select=x&$compute=${encodeURIComponent(what)} as x`)
  const few = (text: string): string => text.replace(/(\.\d*?)0+(?=\D)/g, '$1').replace(/\.(?=\D)/g, '')
  const applied = async (what: string, headers?: Record<string, string>): Promise<string> =>
    few(await text(`Things?$apply=${encodeURIComponent(what)}`, headers))

  test.each([
    ['big', BIG],
    ['big add 0', BIG],
    ['big sub 1', '9223372036854775806'],
    ['-big', `-${BIG}`],
    ['cast(big,Edm.Decimal)', BIG],
    ['price', '1.5000000000'],
    ['price add 1', '2.5'],
    ['price mul 3', '4.5'],
    ['price divby 2', '0.75'],
    ['double', '1e+300'],
    ['double mul 1', '1e+300'],
    ['length(text)', '1'],
  ])('$compute of %s is the number %s', async (what, expected) => {
    expect(few(await computed(what))).toContain(`"x":${few(`${expected} `).trim()}`)
  })

  test.each([
    ['aggregate(big with sum as x)', BIG],
    ['aggregate(big with min as x)', BIG],
    ['aggregate(big with max as x)', BIG],
    ['aggregate(price with sum as x)', '1.5'],
    ['aggregate(price with average as x)', '1.5'],
    ['aggregate(price mul 2 with max as x)', '3'],
    ['aggregate(big with countdistinct as x)', '1'],
    ['aggregate($count as x)', '1'],
    ['groupby((big),aggregate($count as n))/compute(big sub 1 as x)', '9223372036854775806'],
    ['groupby((big))/aggregate(big with sum as x)', BIG],
    ['concat(aggregate(big with max as x),aggregate(price with sum as y))', BIG],
  ])('%s gives the number %s, or its text', async (what, expected) => {
    expect(await applied(what)).toMatch(new RegExp(`"x":${expected}[,}]`))
    expect((await applied(what, TEXTS)).replaceAll(/\.0*"/g, '"')).toContain(`"x":"${expected}"`)
  })

  test('groups have the values of properties', async () => {
    expect(await applied('groupby((big,price,measure_amount))')).toContain(
      `[{"big":${BIG},"price":1.5,"measure_amount":-0.25}]`,
    )
    const parts = await text('Parts?$apply=groupby((thing/big))')
    expect(parts).toContain(`[{"thing":{"big":${BIG}}}]`)
  })

  test('moments and days of groups are written as those of records', async () => {
    const what = 'aggregate(moment with max as m,instant with max as i,day with max as d,clock with max as c)'
    expect(await applied(what)).toContain(
      '"m":"2024-02-29T23:59:59Z","i":"2024-02-29T23:59:59.999Z","d":"2024-02-29","c":"23:59:59"',
    )
  })

  test.each(['bytes', 'picture', 'map', 'flag'])('there is no least %s', async (name) => {
    expect(await applied(`aggregate(${name} with min as x)`)).toContain('There is no min of')
  })

  test('numbers in bodies keep their digits, in batches too', async () => {
    const path = `Things(${THING})`
    const body = '{"bigger":-9223372036854775807,"decimal":12345678901.5e3,"parts":[{"ID":9007199254740995}]}'
    const headers = { 'content-type': 'application/json', prefer: 'return=representation' }
    const changed = await text(path, headers, { method: 'PATCH', body })
    expect(changed).toContain('"bigger":-9223372036854775807')
    expect(changed).toContain('"decimal":12345678901500')
    expect(await text(`${path}/parts`)).toContain('"ID":9007199254740995')
    const request = `{"id":"1","method":"PATCH","url":"${path}","body":{"bigger":9007199254740993}}`
    await text('$batch', headers, { method: 'POST', body: `{"requests":[${request}]}` })
    expect(await text(`${path}/bigger`)).toContain('"value":9007199254740993')
    const part = `Content-Type: application/http\r\n\r\nPATCH ${path} HTTP/1.1\r\nContent-Type: application/json\r\n\r\n{"bigger":9007199254740995}`
    const change = `--a\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-ID: 1\r\n${part}\r\n--b--\r\n--a--`
    const mixed = { 'content-type': 'multipart/mixed; boundary=a' }
    await text('$batch', mixed, { method: 'POST', body: change })
    expect(await text(`${path}/bigger`)).toContain('"value":9007199254740995')
    const wrong = await text(path, headers, { method: 'PATCH', body: '{"whole":9007199254740993}' })
    expect(wrong).toContain('is not a valid Integer')
  })

  test('a stream is written and read, and can be selected', async () => {
    const path = `Things(${THING})/picture`
    const body = Buffer.from([0, 255, 10])
    const { status } = await fetch(`${server.url}/types/${path}`, {
      method: 'PUT',
      headers: { 'content-type': 'image/png' },
      body,
    })
    expect(status).toBe(204)
    const answer = await fetch(`${server.url}/types/${path}`)
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(body)
    expect(await text('Things?$select=picture')).toContain('"picture@odata.mediaContentType":"image/png"')
  })

  if (database === 'postgres')
    test('decimals have all digits that the database keeps', async () => {
      const path = `Things(${THING})`
      const headers = { 'content-type': 'application/json' }
      const [price, decimal] = ['1234567890123456789012345678.0123456789', '1234567890123456789012345678901234']
      await text(path, headers, { method: 'PATCH', body: `{"price":${price},"decimal":${decimal}}` })
      const answers = [
        await text(`Things?$select=price,decimal&$filter=decimal eq ${decimal}`),
        await text('Things?$apply=groupby((price,decimal))'),
        await text('Things?$apply=aggregate(price with sum as price,decimal with max as decimal)'),
        await text(`${path}?$select=p,d&$compute=price add 0 as p,decimal sub 0 as d`),
      ]
      for (const answer of answers) for (const digits of [price, decimal]) expect(answer).toContain(`:${digits}`)
    })
})
