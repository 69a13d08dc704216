import { planBatch, referenceOf } from '../../../../../../srv/platform/odata/http/batch/plan.ts'
import type { BatchRequest } from '../../../../../../srv/platform/odata/http/batch/batch-request.ts'

const request = (id: string, more: Partial<BatchRequest> = {}): BatchRequest => ({
  id,
  name: id,
  method: 'POST',
  url: 'Film',
  headers: {},
  dependsOn: [],
  ...more,
})

const plan = (...requests: BatchRequest[]) => planBatch(requests, 100)

test('requests of a group make one step, in the order in which they were sent', () => {
  const steps = plan(
    request('1'),
    request('2', { group: 'g' }),
    request('3', { group: 'g' }),
    request('4', { group: 'h' }),
  )
  expect(steps.map(({ group, requests }) => [group, ...requests.map(({ id }) => id)])).toEqual([
    [undefined, '1'],
    ['g', '2', '3'],
    ['h', '4'],
  ])
})

test.each([
  ['itself', [request('1', { dependsOn: ['1'] })]],
  ['a later request', [request('1', { dependsOn: ['2'] }), request('2')]],
  ['each other', [request('1', { dependsOn: ['2'] }), request('2', { dependsOn: ['1'] })]],
  ['something unknown', [request('1', { dependsOn: ['x'] })]],
  ['its own group', [request('1', { group: 'g' }), request('2', { group: 'g', dependsOn: ['g'] })]],
  ['a later group', [request('1', { dependsOn: ['g'] }), request('2', { group: 'g' })]],
  ['a later request, by its URL', [request('1', { url: '$2/characters' }), request('2')]],
  ['itself, by its URL', [request('1', { url: '$1' })]],
])('a request that depends on %s is refused', (_, requests) => {
  expect(() => plan(...requests)).toThrow(expect.objectContaining({ status: 400, code: 'BATCH_MALFORMED' }))
})

test('earlier requests, groups and members of the same group can be depended on', () => {
  const steps = plan(
    request('1', { group: 'g' }),
    request('2', { group: 'g', dependsOn: ['1'], url: '$1/characters' }),
    request('3', { dependsOn: ['g', '2'] }),
  )
  expect(steps).toHaveLength(2)
})

test.each([
  ['an id given twice', [request('1'), request('1')]],
  ['a group that is interrupted', [request('1', { group: 'g' }), request('2'), request('3', { group: 'g' })]],
  ['an id that is the name of a group', [request('1', { group: 'g' }), request('g')]],
  ['a GET in a group', [request('1', { group: 'g', method: 'GET' })]],
  ['an unknown method', [request('1', { method: 'TRACE' })]],
  ['a batch', [request('1', { url: '$batch' })]],
  ['a batch at an absolute path', [request('1', { url: '/odata/v4/SagaFilm/$batch?x=1' })]],
])('a batch with %s is refused', (_, requests) => {
  expect(() => plan(...requests)).toThrow(expect.objectContaining({ status: 400 }))
})

test('there is a limit, and what reaches it is taken', () => {
  const requests = Array.from({ length: 101 }, (_, index) => request(String(index)))
  expect(planBatch(requests.slice(1), 100)).toHaveLength(100)
  expect(() => planBatch(requests, 100)).toThrow(expect.objectContaining({ status: 413, code: 'BATCH_TOO_LARGE' }))
})

test('references are told from the names that OData has for itself', () => {
  expect(referenceOf('$1/characters')).toBe('1')
  expect(referenceOf('/$a.b')).toBe('a.b')
  for (const url of ['Film', '$metadata', '$batch', '/$all', '$crossjoin(Film)', 'Film/$count'])
    expect(referenceOf(url)).toBeUndefined()
})
