import type { Request } from 'express'
import { isOwnPage } from '../../../../srv/admin/sign-in/sessions.ts'

const judge = (headers: Record<string, string>) =>
  isOwnPage({ host: 'saga.example:4004', headers } as unknown as Request)

test.each([
  [{}, true],
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ 'sec-fetch-site': 'none' }, true],
  [{ 'sec-fetch-site': 'same-site' }, false],
  [{ 'sec-fetch-site': 'cross-site' }, false],
  [{ origin: 'http://saga.example:4004' }, true],
  [{ origin: 'https://saga.example:4004' }, true],
  [{ origin: 'http://saga.example:4005' }, false],
  [{ origin: 'http://evil.example' }, false],
  [{ origin: 'null' }, false],
  // What the browser says itself counts more.
  [{ 'sec-fetch-site': 'same-site', origin: 'http://saga.example:4004' }, false],
] as [Record<string, string>, boolean][])('%j is of a page here: %s', (headers, isOwn) => {
  expect(judge(headers)).toBe(isOwn)
})
