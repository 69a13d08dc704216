import { lossOf } from '../../../../../../srv/platform/odata/http/batch/retries.ts'

const failure = (more: object): Error => Object.assign(new Error('A text that nobody reads'), more)

test.each([
  ['a serialization failure', { code: '40001' }],
  ['a deadlock', { code: '40P01' }],
  ['a lock that is not waited for', { code: '55P03' }],
  ['a busy file', { errcode: 5 }],
  ['a busy snapshot', { errcode: 517 }],
  ['a deadlock of HANA', { code: 133, query: 'UPDATE …' }],
])('%s may be over at the next try', (_, code) => {
  expect(lossOf(failure(code))).toBe('conflict')
})

test.each([
  ['a key', { code: '23505' }],
  ['a reference', { code: '23503' }],
  ['a key of SQLite', { errcode: 1555 }],
  ['a unique index of SQLite', { errcode: 2067 }],
  ['a reference of SQLite', { errcode: 787 }],
  ['a key of HANA', { code: 301, query: 'INSERT …' }],
])('%s may have been free before', (_, code) => {
  expect(lossOf(failure(code))).toBe('violation')
})

test.each([
  ['an answer', { code: 404, status: 404 }],
  ['a number that no database gave', { code: 301 }],
  ['a value', { code: '22P02' }],
  ['a lost connection', { code: '08006' }],
  ['a commit of which nobody knows', { code: '40003' }],
  ['a rule of SQLite', { errcode: 1299 }],
  ['any other', {}],
])('%s is for good', (_, code) => {
  expect(lossOf(failure(code))).toBeUndefined()
})
