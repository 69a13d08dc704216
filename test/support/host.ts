/** What jest's own process keeps for the processes of the tests: databases that are made once. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import process from 'node:process'

/** The environment variable that tells where the host listens. */
const HOST = 'JEST_DATABASE_HOST'

/** By the first part of a path; the second part is the argument. */
export type Actions = Readonly<Record<string, (argument: string) => unknown>>

export const hasHost = (): boolean => process.env[HOST] !== undefined

/** @param path `<action>` or `<action>/<argument>`. @returns what the action answers. */
export async function askHost(path: string): Promise<unknown> {
  const response = await fetch(`${process.env[HOST]!}/${path}`, { method: 'POST' })
  if (!response.ok) throw new Error(await response.text())
  return response.json()
}

/** Lets the processes of the tests ask for actions. @returns what ends that. */
export async function startHost(actions: Actions): Promise<() => void> {
  const server = createServer((request, response) => {
    const [, action = '', argument = ''] = (request.url ?? '').split('/')
    // A test that computes for long would come back by a connection that has been closed meanwhile.
    response.setHeader('connection', 'close')
    Promise.try(() => actions[action]!(argument)).then(
      (answer) => response.end(JSON.stringify(answer ?? null)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  process.env[HOST] = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  return () => {
    server.close()
    server.closeAllConnections()
  }
}
