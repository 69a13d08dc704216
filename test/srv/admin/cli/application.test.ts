/** Commands in the folder of an application: it is started for them without a port, and its owner needs no login. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, readdirSync, readlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import process from 'node:process'
import { overSocket, isApplication, startApplication } from '../../../../srv/admin/cli/application/start.ts'
import { Client } from '../../../../srv/admin/cli/client.ts'

const BIN = join(import.meta.dirname, '../../../../srv/admin/cli/bin.ts')
const HOST = join(import.meta.dirname, '../../../support/plain-host')

jest.setTimeout(60_000)

const { PATH = '', HOME = '' } = process.env
const files = mkdtempSync(join(tmpdir(), 'saga-owner-'))
const settings = (more = {}): Record<string, string> => ({
  CDS_CONFIG: JSON.stringify({
    requires: { dba: { files: join(files, 'in'), schemas: join(files, 'schemas') }, ...more },
  }),
})

const run = (words: readonly string[], env = settings(), cwd = HOST) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const options = { cwd, env: { PATH, HOME, ...env } }
    const child = execFile(process.execPath, [BIN, ...words], options, (_, out, err) => {
      resolve({ code: child.exitCode ?? -1, out, err })
    })
  })

/** Processes that know a directory by their environment. */
const processesOf = (directory: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return (
        /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`DBA_OWNER_SOCKETS=${directory}`)
      )
    } catch {
      return false
    }
  })

/** Inodes of the ports that somebody on this machine listens at. */
const listeners = (): string[] =>
  ['tcp', 'tcp6'].flatMap((name) =>
    readFileSync(`/proc/net/${name}`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, , , state]) => state === '0A')
      .map((fields) => fields[9] ?? ''),
  )

const socketsOf = (pid: string): string[] =>
  readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
    try {
      return /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1] ?? []
    } catch {
      return []
    }
  })

it('reads, compares with the model, and takes files, without a server and a login', async () => {
  const answered = await run(['query', 'SELECT 1 AS one', '--json'])
  expect([answered.code, answered.err]).toEqual([0, ''])
  expect(JSON.parse(answered.out)).toMatchObject({ rows: [[1]] })
  expect(await run(['drift'])).toMatchObject({ code: 0, out: expect.stringContaining('inSync: true') as string })
  writeFileSync(join(files, 'new.csv'), 'ID,name\n7,Seven\n')
  const loaded = await run(['import', 'PlainService_Things', join(files, 'new.csv'), '--json'])
  expect([loaded.err, JSON.parse(loaded.out)]).toMatchObject(['', { rowsInserted: 1 }])
  expect(readdirSync(join(files, 'in'))).toEqual([])
})

it('takes the profile that is asked for, where production serves nobody else', async () => {
  const { code, out } = await run(['query', 'SELECT 1 AS one', '--csv', '--profile', 'production'])
  expect([code, out]).toEqual([2, ''])
  const switched = settings({ dba: { query: true, files: join(files, 'in'), schemas: join(files, 'schemas') } })
  expect(await run(['query', 'SELECT 1 AS one', '--csv', '--profile', 'production'], switched)).toMatchObject({
    code: 0,
    out: 'one\r\n1\r\n',
  })
})

it('opens no port, and leaves nothing behind', async () => {
  const { path, socket, stop } = await startApplication(HOST, { PATH, HOME, ...settings(), PORT: '4004', WORKERS: '2' })
  const directory = dirname(socket)
  const client = new Client({ url: `http://localhost${path}`, login: undefined, transport: overSocket(socket) })
  try {
    expect(await client.ask('GET', '/dbInfo')).toMatchObject({ platform: 'SQLite' })
    await expect(client.ask('GET', '/nothing')).rejects.toThrow('ROUTE_NOT_FOUND')
    const [ports, own] = [new Set(listeners()), processesOf(directory).flatMap(socketsOf)]
    expect([ports.size > 0, own.length > 0]).toEqual([true, true])
    expect(own.filter((inode) => ports.has(inode))).toEqual([])
  } finally {
    await stop()
  }
  expect(processesOf(directory)).toEqual([])
  expect(readdirSync(dirname(directory))).not.toContain(directory.slice(dirname(directory).length + 1))
})

it('says what the application has said where it does not start, or has no such API', async () => {
  const broken = settings({ db: { kind: 'sqlite', impl: './nowhere', credentials: { url: ':memory:' } } })
  expect(await run(['drift'], broken)).toMatchObject({ code: 2, err: expect.stringContaining('nowhere') as string })
  expect(await run(['drift'], settings({ dba: false }))).toMatchObject({
    code: 2,
    err: expect.stringContaining('does not serve cds-dba') as string,
  })
})

it('a folder without an application, and whoever names a server or a login, means a server', async () => {
  expect([isApplication(HOST), isApplication(files)]).toEqual([true, false])
  const [ofNone, named] = [await run(['drift'], {}, files), await run(['drift'], { DBA_USER: 'a' })]
  for (const { code, err } of [ofNone, named])
    expect([code, err]).toEqual([2, expect.stringContaining('http://localhost:4004/api/v1 is not reached')])
})
