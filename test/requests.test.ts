import { borrowApp } from './support/borrowed-server.ts'
import { valueAt } from './support/http-file.ts'
import { onTour, TOUR } from './support/tour.ts'

const app = borrowApp()
const send = onTour()

test('the tour has requests of every kind', () => {
  expect(new Set(TOUR.map(({ method }) => method))).toEqual(new Set(['GET', 'POST', 'PATCH', 'DELETE']))
  expect(TOUR.filter(({ expectations }) => !('status' in (expectations[0] ?? {})))).toEqual([])
})

describe('the tour', () => {
  test.each(TOUR)('line $line: $title', async (request) => {
    const { status, text, body } = await send(app.url, request)
    for (const expected of request.expectations) {
      if ('status' in expected) expect([status, status === expected.status ? '' : text]).toEqual([expected.status, ''])
      else if ('path' in expected)
        expect([expected.path, valueAt(body, expected.path)]).toEqual([expected.path, expected.value])
      else expect(text).toContain(expected.text)
    }
  })
})
