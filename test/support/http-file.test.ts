import { fillIn, parseHttpFile, valueAt } from './http-file.ts'

const FILE = `# A file
@host = http://localhost
@root = {{host}}/api

### First
# @name first
# expect 201
# expect body.value[0].name "a b"
POST {{root}}/things
  ?$top=1
  &$skip=2
Content-Type: application/json

{ "a": 1,

  "b": 2 }

### Second
// a remark
# expect text "HTTP/1.1"
POST {{root}}/$batch
Content-Type: multipart/mixed;boundary=b

--b

--b--

###
`

test('parses variables, titles, names, expectations, queries, headers and bodies', () => {
  const { variables, requests } = parseHttpFile(FILE)
  expect(variables).toEqual({ host: 'http://localhost', root: '{{host}}/api' })
  expect(requests).toEqual([
    {
      title: 'First',
      name: 'first',
      line: 9,
      method: 'POST',
      url: '{{root}}/things?$top=1&$skip=2',
      headers: { 'content-type': 'application/json' },
      body: '{ "a": 1,\n\n  "b": 2 }',
      expectations: [{ status: 201 }, { path: 'value[0].name', value: 'a b' }],
    },
    {
      title: 'Second',
      name: undefined,
      line: 21,
      method: 'POST',
      url: '{{root}}/$batch',
      headers: { 'content-type': 'multipart/mixed;boundary=b' },
      body: '--b\r\n\r\n--b--\r\n',
      expectations: [{ text: 'HTTP/1.1' }],
    },
  ])
})

test.each([
  ['### x\n# expect something\nGET /a', 'Line 2'],
  ['### x\nGET /a\nno header', 'Line 2'],
  ['### x\n\nget /a', 'Line 3'],
])('refuses what it does not understand: %j', (text, line) => {
  expect(() => parseHttpFile(text)).toThrow(line)
})

test('finds values by path', () => {
  const body = { value: [{ '@count': 3 }] }
  expect(valueAt(body, 'value[0].@count')).toBe(3)
  expect(valueAt(body, 'value.length')).toBe(1)
  expect(valueAt(body, 'value[1].name')).toBeUndefined()
})

test('fills in variables and values of earlier responses, and misses none silently', () => {
  const variables = { host: 'http://h', root: '{{host}}/r' }
  const bodies = { made: { ID: '7', count: 1 } }
  expect(fillIn('{{root}}/{{made.response.body.ID}}', variables, bodies)).toBe('http://h/r/7')
  for (const missing of ['{{nope}}', '{{made.response.body.nope}}', '{{none.response.body.ID}}']) {
    expect(() => fillIn(missing, variables, bodies)).toThrow(missing)
  }
})
