/** Decimals and 64-bit integers are numbers of JSON with all of their digits, and texts for who asks for texts. */
import { startAllTypes } from '../../../../support/all-types.ts'
import { DATABASES } from '../../../../support/server-on.ts'
import type { ServerProcess } from '../../../../support/server-process.ts'

const THING = '11111111-1111-4111-8111-111111111111'
const BIG = '9223372036854775807'
const BODY = `{"ID":"${THING}","big":"${BIG}","price":1.5,"measure_amount":"-0.25","parts":[{"ID":"9007199254740993","price":1.10}]}`
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
})
