/** Sends the bytes that it was given, with the headers that they need, and does nothing else: as fast as `node:http` gets. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Bodies by URL. */
const bodies = new Map(
  Object.entries(JSON.parse(process.argv[2] ?? '{}') as Record<string, number>).map(([url, size]) => [
    url,
    Buffer.alloc(size, 'x'),
  ]),
)

const server = createServer((req, res) => {
  const body = bodies.get(req.url ?? '') ?? Buffer.alloc(0)
  res.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': body.byteLength })
  res.end(body)
}).listen(0, '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${String((server.address() as AddressInfo).port)}`)
})
