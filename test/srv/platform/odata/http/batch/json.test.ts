import fc from 'fast-check'
import { readJsonBatch } from '../../../../../../srv/platform/odata/http/batch/json.ts'

const read = (...requests: unknown[]) => readJsonBatch(JSON.stringify({ requests }))

test('requests are read with methods in upper case and headers in lower case', () => {
  const [request] = read({ id: '1', method: 'post', url: 'Film', headers: { 'If-Match': '*' }, body: { title: 'x' } })
  expect(request).toEqual({
    id: '1',
    name: '1',
    method: 'POST',
    url: 'Film',
    headers: { 'content-type': 'application/json', 'if-match': '*' },
    body: { title: 'x' },
    dependsOn: [],
  })
})

const GET = { id: '1', method: 'GET', url: 'Film' }

test.each([
  ['no JSON', '{'],
  ['nothing', ''],
  ['null', 'null'],
  ['a list', '[]'],
  ['no requests', '{}'],
  ['requests that are no list', '{"requests":{}}'],
  ...[
    null,
    5,
    [],
    {},
    { ...GET, id: 1 },
    { ...GET, id: '' },
    { ...GET, method: null },
    { ...GET, url: 5 },
    { ...GET, url: '' },
    { ...GET, headers: [] },
    { ...GET, headers: { accept: 5 } },
    { ...GET, atomicityGroup: 1 },
    { ...GET, dependsOn: '1' },
    { ...GET, dependsOn: [1] },
    { ...GET, if: 'true' },
  ].map((request) => [JSON.stringify(request), JSON.stringify({ requests: [request] })]),
])('%s is refused', (_, source) => {
  expect(() => readJsonBatch(source)).toThrow(expect.objectContaining({ status: 400, code: 'BATCH_MALFORMED' }))
})

test('no JSON makes it throw anything but a refusal', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      try {
        read(value)
      } catch (error) {
        expect(error).toMatchObject({ status: 400 })
      }
    }),
  )
})
