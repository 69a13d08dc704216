import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { oneAtATime } from '../../../../srv/platform/process/http-server.ts'
import { get, hear, neverReading } from '../../../support/raw-clients.ts'

let server: Server
const serve = async (listener: RequestListener, mostWaiting = 100): Promise<string> => {
  server = createServer(oneAtATime(listener, mostWaiting))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const paths = (count: number): string[] => Array.from({ length: count }, (_, index) => `/${index}`)

test('pipelined requests are answered in order, one begun when the one before is answered', async () => {
  let underWay = 0
  let most = 0
  const url = await serve((req, res) => {
    most = Math.max(most, ++underWay)
    res.once('finish', () => underWay--)
    void setTimeout(Number(req.url?.slice(1)) % 3).then(() => res.end(`[${req.url}]`))
  })
  const heard = await hear(
    url,
    paths(20)
      .map((path) => get(path))
      .join(''),
    (text) => text.includes('[/19]'),
  )
  expect(heard.match(/\[[^\]]*\]/g)).toEqual(paths(20).map((path) => `[${path}]`))
  expect(most).toBe(1)
})

test('bodies of requests that wait reach them', async () => {
  const url = await serve((req, res) => {
    let text = ''
    req.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
    req.on('end', () => res.end(`[${text.length} ${text.at(-1) ?? ''}]`))
  })
  const post = (char: string): string =>
    get('/', 'Content-Length: 300000\r\n').replace('GET', 'POST') + char.repeat(300_000)
  const heard = await hear(url, `${post('a')}${post('b')}${get('/')}`, (text) => text.includes('[0 ]'))
  expect(heard.match(/\[[^\]]*\]/g)).toEqual(['[300000 a]', '[300000 b]', '[0 ]'])
})

test('requests whose client has left are never begun', async () => {
  const begun: (string | undefined)[] = []
  const answers: ServerResponse[] = []
  const url = await serve((req, res) => {
    begun.push(req.url)
    answers.push(res)
  })
  const left = await neverReading(
    url,
    paths(50)
      .map((path) => get(path))
      .join(''),
  )
  while (answers.length === 0) await setTimeout(5)
  left.destroy()
  await once(answers[0]!, 'close')
  answers[0]!.end('too late')
  await setTimeout(50)
  expect(begun).toEqual(['/0'])
})

test('whoever sends more requests than may wait is cut off', async () => {
  const begun: IncomingMessage[] = []
  const url = await serve((req) => void begun.push(req), 10)
  expect(
    await hear(
      url,
      paths(12)
        .map((path) => get(path))
        .join(''),
      () => false,
    ),
  ).toBe('')
  expect(begun.length).toBeLessThanOrEqual(1)
  const fine = await neverReading(
    url,
    paths(11)
      .map((path) => get(path))
      .join(''),
  )
  await setTimeout(100)
  expect(fine.readyState).toBe('open')
  fine.destroy()
})
