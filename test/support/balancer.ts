/** A load balancer without any memory: each request goes to the next server. */
import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Balancer {
  readonly url: string
  /** Sends no more requests to a server. */
  drop(url: string): void
  stop(): Promise<void>
}

export async function startBalancer(urls: readonly string[]): Promise<Balancer> {
  let targets = [...urls]
  let turn = 0
  const agent = new Agent({ keepAlive: true })
  const server = createServer((incoming, response) => {
    const target = targets[turn++ % targets.length]!
    const { method, url, headers } = incoming
    const onward = request(`${target}${url ?? ''}`, { method, headers, agent }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    incoming.pipe(onward)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    drop: (url) => {
      targets = targets.filter((target) => target !== url)
    },
    stop: async () => {
      agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
