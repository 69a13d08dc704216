import type { Request } from '@sap/cds'
import { httpRequest, sentBody } from '../../../srv/data/record-reads.ts'

const requestWith = (req: object | undefined) => ({ req }) as unknown as Request

test('a request from inside has no HTTP request and no body', () => {
  expect(httpRequest(requestWith(undefined))).toBeUndefined()
  expect(sentBody(requestWith(undefined))).toEqual({})
})

test('the body is the one that the client sent, not the one that CAP has completed', () => {
  expect(sentBody(requestWith({ _raw: '{"name":"sent"}', body: { name: 'completed' } }))).toEqual({ name: 'sent' })
})

test.each([undefined, '', 'null', '5', '"text"'])('a body of %s has no members', (_raw) => {
  expect(sentBody(requestWith({ _raw }))).toEqual({})
})
