import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type RequestOptions, type Server } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express, { type RequestHandler } from 'express'
import passport from 'passport'
import { basicStrategy } from '../../../../srv/platform/identity/basic-strategy.ts'
import { hashPassword, parseHash } from '../../../../srv/platform/identity/password.ts'
import { basic } from '../../../support/users.ts'
import type { AddressInfo } from 'node:net'

const servers: Server[] = []
const folder = mkdtempSync(join(tmpdir(), 'saga-'))

afterAll(() => {
  for (const server of servers) server.close()
  rmSync(folder, { recursive: true })
})

const statusAt = async (address: string | number, name: string, password: string): Promise<number | undefined> => {
  const hash = parseHash(await hashPassword('secret'))!
  const users = ['local', 'global'].map((id) => [id, { id, roles: [], hash, isLocal: id === 'local' }] as const)
  const strategies = new passport.Passport()
  strategies.use(basicStrategy(new Map(users)))
  const authenticate = strategies.authenticate('basic', { session: false }) as RequestHandler
  const app = express().use(authenticate, (_req, res) => void res.end())
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
