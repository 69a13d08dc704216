import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type RequestOptions, type Server } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { createAuthenticator } from '../../../../srv/platform/identity/authenticate.ts'
import { hashPassword } from '../../../../srv/platform/identity/password-login.ts'
import { basic } from '../../../support/users.ts'
import type { AddressInfo } from 'node:net'

const servers: Server[] = []
const folder = mkdtempSync(join(tmpdir(), 'saga-'))

afterAll(() => {
  for (const server of servers) server.close()
  rmSync(folder, { recursive: true })
})

const statusAt = async (address: string | number, name: string, password: string): Promise<number | undefined> => {
  const hash = await hashPassword('secret')
  const users = { local: { hash, development: true }, global: { hash } }
  const { check } = createAuthenticator({ users })
  const app = express().use(async (req, res) => void res.sendStatus('principal' in (await check(req)) ? 200 : 401))
  const server =
    typeof address === 'string' ? createServer(app).listen(address) : createServer(app).listen(address, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  const target: RequestOptions =
    typeof address === 'string'
      ? { socketPath: address }
      : { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
  const [reply] = (await once(get({ ...target, agent: false, headers: basic(name, password) }), 'response')) as [
    IncomingMessage,
  ]
  reply.resume()
  return reply.statusCode
}

// A Unix socket stands for every connection that does not come over a loopback address.
const elsewhere = (name: string): string => join(folder, name)

test('a development user logs in over loopback', async () => {
  expect(await statusAt(0, 'local', 'secret')).toBe(200)
  expect(await statusAt(0, 'local', 'wrong')).toBe(401)
})

test('a development user does not log in over any other connection', async () => {
  expect(await statusAt(elsewhere('a'), 'local', 'secret')).toBe(401)
})

test('other users log in over any connection', async () => {
  expect(await statusAt(0, 'global', 'secret')).toBe(200)
  expect(await statusAt(elsewhere('b'), 'global', 'secret')).toBe(200)
})
