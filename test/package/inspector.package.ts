/** Agents' own tool to look at servers, as its makers ship it, asks the package in an application of others. */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { createSample, type ForeignApp, packDba } from '../support/foreign-app.ts'
import { runCommand, type ServerProcess } from '../support/server-process.ts'
import { basic } from '../support/users.ts'

const INSPECTOR = '@modelcontextprotocol/inspector@2.12.0'

const home = mkdtempSync(join(tmpdir(), 'saga-inspector-'))
let app: ForeignApp
let server: ServerProcess

beforeAll(async () => {
  runCommand(`npm install ${INSPECTOR} --no-audit --no-fund --ignore-scripts --loglevel=error`, { cwd: home })
  app = createSample()
  app.add(packDba(), '@modelcontextprotocol/server')
  const users = { dba: { password: 'one', roles: ['DbaAdmin'] }, vera: { password: 'two', roles: ['DbaViewer'] } }
  server = await app.start({ requires: { auth: { kind: 'basic', users }, dba: { mcp: { write: true } } } })
})
afterAll(async () => {
  await server.stop()
  app.remove()
  rmSync(home, { recursive: true, force: true })
})

interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

const inspect = (login: Record<string, string>, ...words: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const command = join(home, 'node_modules/.bin/mcp-inspector')
    const headers = Object.entries(login).flatMap(([name, value]) => ['--header', `${name}: ${value}`])
    const target = ['--cli', `${server.url}/api/v1/mcp`, '--transport', 'http', ...headers]
    const options = { cwd: home, env: { ...process.env, HOME: home } }
    const child = execFile(process.execPath, [command, ...target, ...words], options, (_, out, err) => {
      resolve({ code: child.exitCode ?? -1, out, err })
    })
  })

const ADMIN = basic('dba', 'one')

describe.each(['legacy', 'modern'])('by the protocol that it calls %s', (era) => {
  const ask = (login: Record<string, string>, ...words: readonly string[]) =>
    inspect(login, '--protocol-era', era, ...words)

  test('tools are listed by the role of who asks, and have nothing to complain of', async () => {
    const { code, out, err } = await ask(ADMIN, '--method', 'tools/list', '--strict')
    expect([code, err]).toEqual([0, ''])
    const { tools } = JSON.parse(out) as { tools: { name: string }[] }
    expect(tools.map(({ name }) => name)).toContain('run_writing_operation')
    const viewers = JSON.parse((await ask(basic('vera', 'two'), '--method', 'tools/list')).out) as typeof JSON & {
      tools: { name: string }[]
    }
    expect(viewers.tools.map(({ name }) => name).filter((name) => /query|writing|rows/.test(name))).toEqual([])
  })

  test('tools are called, and resources read', async () => {
    const call = ['--method', 'tools/call', '--tool-name', 'search_objects', '--tool-arg', 'pattern=%books%']
    expect(await ask(ADMIN, ...call, '-q')).toMatchObject({ code: 0, out: expect.stringMatching(/books/i) as string })
    const read = ['--method', 'resources/read', '--uri', 'dba://model']
    expect(await ask(ADMIN, ...read, '-q')).toMatchObject({
      code: 0,
      out: expect.stringContaining('data of') as string,
    })
  })
})

test('who has not logged in is told so', async () => {
  const { code, err } = await inspect(basic('dba', 'wrong'), '--method', 'tools/list', '--stored-auth-only')
  expect([code === 0, /auth|401|unauthorized/i.test(err)]).toEqual([false, true])
})
