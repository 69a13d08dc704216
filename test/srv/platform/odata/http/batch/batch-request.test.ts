import {
  checkHeaders,
  isHeaderName,
  joinHeaders,
} from '../../../../../../srv/platform/odata/http/batch/batch-request.ts'

test('names are tokens', () => {
  expect(['accept', 'X-a_b.1', '__proto__'].map(isHeaderName)).toEqual([true, true, true])
  expect(['', 'a b', 'a:', 'ä', 'a\r\n'].map(isHeaderName)).toEqual([false, false, false, false, false])
})

test('lines of a list become one, with names in lower case', () => {
  const lines = [
    ['Prefer', 'return=minimal'],
    ['prefer', 'maxpagesize=2'],
    ['X-A', '1'],
  ] as const
  expect(joinHeaders(lines, 'x')).toEqual({ prefer: 'return=minimal, maxpagesize=2', 'x-a': '1' })
})

test('another header is given once', () => {
  const lines = [
    ['Content-Type', 'application/json'],
    ['content-type', 'text/plain'],
  ] as const
  expect(() => joinHeaders(lines, 'request 1')).toThrow(
    expect.objectContaining({
      code: 'BATCH_MALFORMED',
      message: 'The header "content-type" of request 1 is given twice.',
    }),
  )
})

test.each<Record<string, string>>([{}, { accept: '*/*' }, { 'if-match': 'W/"a\tb"' }, { 'x-name': 'Zo\xeb' }])(
  '%j is taken',
  (headers) => {
    expect(() => checkHeaders(headers)).not.toThrow()
  },
)

test.each<Record<string, string>>([
  { prefer: 'maxpagesize=\u20031' },
  { accept: 'a\r\nb' },
  { accept: '\0' },
  { accept: '\x7f' },
  { accept: '\ud800' },
  { 'a b': 'x' },
  { accept: 'x'.repeat(20_000) },
])('%j is refused', (headers) => {
  expect(() => checkHeaders(headers)).toThrow(expect.objectContaining({ status: 400, code: 'INVALID_HEADER' }))
})
