import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './support/app.ts'
import { borrowApp } from './support/borrowed-server.ts'
import { fillIn, type HttpRequest, parseHttpFile, valueAt } from './support/http-file.ts'

const app = borrowApp()
const { variables, requests } = parseHttpFile(readFileSync(join(ROOT, 'test', 'requests.http'), 'utf8'))
const bodies: Record<string, unknown> = {}

const send = async ({ method, url, headers, body }: HttpRequest): Promise<{ status: number; text: string }> => {
  const here = { ...variables, host: app.url }
  const filled = body === undefined ? null : fillIn(body, here, bodies)
  const response = await fetch(fillIn(url, here, bodies), { method, headers, body: filled })
  return { status: response.status, text: await response.text() }
}

const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

test('the tour has requests of every kind', () => {
  expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(['GET', 'POST', 'PATCH', 'DELETE']))
  expect(requests.filter(({ expectations }) => !('status' in (expectations[0] ?? {})))).toEqual([])
})

describe('the tour', () => {
  test.each(requests)('line $line: $title', async (request) => {
    const { status, text } = await send(request)
    const body = asJson(text)
    if (request.name) bodies[request.name] = body
    for (const expected of request.expectations) {
      if ('status' in expected) expect([status, status === expected.status ? '' : text]).toEqual([expected.status, ''])
      else if ('path' in expected)
        expect([expected.path, valueAt(body, expected.path)]).toEqual([expected.path, expected.value])
      else expect(text).toContain(expected.text)
    }
  })
})
