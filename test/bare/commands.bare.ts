/**
 * Whatever a document tells to type works for somebody who has just cloned this: commands are taken from the documents, so that
 * a new one is tried, and run in a clone in which nothing but `npm install` has. What is not committed is not tried.
 */
import { readFileSync, utimesSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { hashPassword } from '../../srv/platform/identity/password-login.ts'
import { type BareClone, makeBareClone } from '../support/bare-clone.ts'
import { COMPLAINT } from '../support/complaint.ts'
import { commandsIn, linksIn, readDocuments } from '../support/documents.ts'
import { type Postgres, startPostgres } from '../support/postgres.ts'
import { ROOT, runCommand, type ServerProcess, startServer } from '../support/server-process.ts'
import { PROMISES, type Promised } from './promises.ts'

jest.setTimeout(600_000)

/** For administrators: it says at its beginning which Node there is. */
const WITH_NODE = 'deploy/README.md'
const READY_MS = 60_000

const commands = new Map<string, string>()
for (const { file, page } of readDocuments())
  for (const command of commandsIn(page)) if (!commands.has(command)) commands.set(command, file)

const untried = [...commands.keys()].filter((command) => 'untried' in (PROMISES[command] ?? {}))
const tried = [...commands].filter(([command]) => !untried.includes(command))

let clone: BareClone
let postgres: Postgres | undefined
let environments: Record<'clone' | 'postgres' | 'image', Record<string, string>>

beforeAll(async () => {
  clone = makeBareClone()
  postgres = await startPostgres()
  const { port, password } = postgres.credentials
  const users = { leia: { roles: ['admin', 'editor'], hash: await hashPassword('a long secret') } }
  environments = {
    clone: {},
    postgres: { CDS_REQUIRES_DB_CREDENTIALS_PORT: String(port), CDS_REQUIRES_DB_CREDENTIALS_PASSWORD: password },
    image: {
      ...{ NODE_ENV: 'production', CDS_ENV: 'pg', CDS_admin_fileStore: 'database' },
      ...{ CDS_REQUIRES_AUTH_USERS: JSON.stringify(users), CDS_REQUIRES_DB_CREDENTIALS_HOST: '127.0.0.1' },
      ...{ CDS_REQUIRES_DB_CREDENTIALS_USER: 'postgres', CDS_REQUIRES_DB_CREDENTIALS_DATABASE: 'postgres' },
    },
  }
})
afterAll(async () => {
  clone.remove()
  await postgres?.stop()
})

const terminalFor = (file: string, promised: Exclude<Promised, { untried: string }>) => ({
  cwd: promised.in === 'image' ? clone.image() : clone.folder,
  env: {
    ...(file === WITH_NODE && clone.withNode),
    ...(promised.onPostgres && environments.postgres),
    ...(promised.in === 'image' && environments.image),
  },
})

/** Asks until it is answered with 200. */
/** CAP looks for servers that are no more behind its start; whoever stops it by then ends that look, which says so. */
const ENDED_LOOK = /\[cds\] - Error fetching process IDs with command: ps [^]*?signal: 'SIGTERM'[^]*?\}/g

const toldBy = (server: ServerProcess): string => server.output().replaceAll(ENDED_LOOK, '')

const answersAt = async ({ url }: ServerProcess, path: string): Promise<number> => {
  const deadline = performance.now() + READY_MS
  for (;;) {
    const { status } = await fetch(url + path)
    if (status === 200 || performance.now() > deadline) return status
    await setTimeout(100)
  }
}

describe('what the documents say', () => {
  test('every command that is not tried is in one of them, and so is each that is described', () => {
    expect(Object.keys(PROMISES).filter((command) => !commands.has(command))).toEqual([])
  })

  let shared: ServerProcess | undefined
  afterAll(() => shared?.stop())

  test.each(tried)('%s (%s)', async (command, file) => {
    const promised = PROMISES[command] ?? {}
    if ('untried' in promised) return
    const isGap = !(command in PROMISES) && /[<…]/.test(command)
    if (isGap) throw new Error('This has a gap to be filled in: promises.ts should say by what')
    const typed = promised.as ?? command
    const terminal = terminalFor(file, promised)
    if ('answers' in promised) {
      shared ??= await startServer('npm start', { cwd: clone.folder })
      const asked = typed.replace('curl', 'curl -s -o /dev/null -w %{http_code}')
      const status = runCommand(asked.replace('localhost:4004', new URL(shared.url).host))
      expect(Number(status)).toBe(promised.answers)
    } else if ('serves' in promised) {
      const server = await startServer(typed, {
        ...terminal,
        ...(promised.listening && { listening: promised.listening }),
      })
      const status = await answersAt(server, promised.serves).finally(() => server.stop())
      expect(status).toBe(200)
      expect(toldBy(server)).not.toMatch(COMPLAINT)
    } else {
      const output = runCommand(typed, terminal)
      expect(output).toMatch(promised.says ?? '')
    }
  })

  test('none has changed a file of the project', () => {
    expect(runCommand('git status --porcelain', { cwd: clone.folder })).toBe('')
  })

  test('the pages of the package lead to what is in it', () => {
    const file = /^(.*\.tgz):/m.exec(runCommand('npm run pack:dba', { cwd: clone.folder }))![1]!
    const inside = runCommand(`tar -tzf ${join(clone.folder, 'gen', posix.basename(file))}`).split('\n')
    for (const page of inside.filter((name) => name.endsWith('.md'))) {
      const text = readFileSync(join(clone.folder, 'gen/cds-dba', posix.relative('package', page)), 'utf8')
      const targets = linksIn(text).map((link) => posix.join(dirname(page), link))
      expect(targets.filter((target) => !inside.includes(target))).toEqual([])
    }
  })
})

describe('watching', () => {
  /** Tools that are not among the packages of the project, as somebody has them for all projects. */
  const GLOBAL = `${join(ROOT, 'node_modules/@sap/cds-dk/bin/cds.js')} watch`

  const WAYS: Readonly<Record<string, () => readonly [string, Record<string, string>]>> = {
    'npx cds watch': () => ['npx cds watch', {}],
    'npm run watch': () => ['npm run watch', {}],
    'cds watch of tools elsewhere': () => [GLOBAL, clone.withNode],
  }

  test.each(Object.keys(WAYS))('%s starts again at a change, and runs no bundler', async (name) => {
    const [command, env] = WAYS[name]!()
    const server = await startServer(command, { cwd: clone.folder, env })
    try {
      expect(await answersAt(server, '/cockpit/')).toBe(200)
      const starts = (): number => server.output().match(/launched in/g)?.length ?? 0
      const before = starts()
      const now = new Date()
      utimesSync(join(clone.folder, 'srv/film-service.cds'), now, now)
      const deadline = performance.now() + READY_MS
      while (starts() === before && performance.now() < deadline) await setTimeout(100)
      expect(starts()).toBeGreaterThan(before)
      expect(await answersAt(server, '/odata/v4/SagaFilm/Film')).toBe(200)
    } finally {
      await server.stop()
    }
    expect(toldBy(server)).not.toMatch(COMPLAINT)
    expect(server.output()).not.toMatch(/vite/i)
  })
})
