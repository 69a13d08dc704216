import { responseFormat } from '../../../../../../srv/platform/odata/http/batch/batch.ts'

/** What was sent is answered, unless only the other format is accepted: it has to be asked for alone. */
test.each([
  ['multipart', undefined, 'multipart'],
  ['multipart', '*/*', 'multipart'],
  ['multipart', 'multipart/mixed', 'multipart'],
  ['multipart', 'application/json, text/plain, */*', 'multipart'],
  ['multipart', 'application/json;odata.metadata=minimal, multipart/mixed', 'multipart'],
  ['multipart', 'application/json, multipart/mixed;q=0.1', 'multipart'],
  ['multipart', 'application/json', 'json'],
  ['multipart', 'APPLICATION/JSON; q=0.5', 'json'],
  ['multipart', 'application/*', 'json'],
  ['multipart', 'application/json, multipart/mixed;q=0', 'json'],
  ['multipart', '*/*, multipart/mixed;q=0', 'json'],
  ['json', '*/*', 'json'],
  ['json', 'multipart/mixed, application/json;q=0.1', 'json'],
  ['json', 'multipart/mixed', 'multipart'],
  ['json', 'multipart/*', 'multipart'],
  ['json', 'application/json;q=0, */*', 'multipart'],
] as const)('a batch in %s with Accept: %s is answered in %s', (sent, accept, expected) => {
  expect(responseFormat(accept, sent)).toBe(expected)
})

test.each(['application/xml', 'text/*', '*/*;q=0', 'application/json;q=0', ','])('%j accepts neither', (accept) => {
  expect(() => responseFormat(accept, 'json')).toThrow(expect.objectContaining({ status: 406 }))
})
