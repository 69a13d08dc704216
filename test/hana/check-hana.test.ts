/** The check of a HANA, on a small one behind a server that speaks its protocol, by the real driver. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { loadDriver } from '../../srv/admin/database/hana/driver.ts'
import { fillFilms } from '../support/hana/film-system.ts'
import { HanaSystem } from '../support/hana/hana-system.ts'
import { fromList } from '../support/hana-socket/answers.ts'
import type { Answering, Canned } from '../support/hana-socket/answers.ts'
import { startHanaSocket } from '../support/hana-socket/server.ts'
import type { HanaSocket } from '../support/hana-socket/server.ts'
import { systemAnswers } from '../support/hana-socket/system-answers.ts'
import { checkHana } from './check-hana.ts'
import type { Line } from './check-hana.ts'
import { Report } from './report.ts'

/** What the small HANA does not know of the large one: references that are enforced, dates, and locks. */
const withHana = (...first: readonly Canned[]): Answering => {
  const system = new HanaSystem({})
  fillFilms(system)
  const small = systemAnswers(system)
  let locks = 0
  const known: readonly Canned[] = [
    ...first,
    { sql: /SET "DIRECTOR_ID" = 99/, error: { code: 461 } },
    { sql: /SET "RELEASED" = \?/, parameters: [{ name: '', type: 'DAYDATE' }] },
  ]
  return (sql, rows) => {
    if (rows !== null && /SET "TITLE" = \? WHERE "ID" = 1/.test(sql) && ++locks === 2) return { hangs: true }
    return fromList(known)(sql, rows) ?? small(sql, rows)
  }
}

let server: HanaSocket
const check = async (answers: Answering): Promise<Line[]> => {
  server = await startHanaSocket({ answers })
  const lines: Line[] = []
  for await (const line of checkHana(loadDriver(), server.credentials)) lines.push(line)
  return lines
}
afterEach(() => server.stop())

const failed = (lines: readonly Line[]) => lines.filter(({ problem, isAbsent }) => problem !== null && !isAbsent)

test('all that the API does with a HANA is tried, and nothing stays', async () => {
  const lines = await check(withHana())
  expect(failed(lines)).toEqual([])
  const count = (kind: Line['kind']): number => lines.filter((line) => line.kind === kind).length
  expect(count('prepared')).toBeGreaterThan(100)
  expect(count('operation')).toBeGreaterThan(100)
  expect(count('trial')).toBe(10)
  expect(server.log.filter((sql) => sql.startsWith('DROP SCHEMA')).length).toBeGreaterThanOrEqual(4)
  expect(server.log).toContainEqual(expect.stringMatching(/^ALTER SYSTEM CANCEL SESSION/) as string)
}, 60_000)

test('what a statement does not have is told by its number, in the table and in full', async () => {
  const sql = /FROM SYS\.M_DATABASE$/
  const lines = await check(withHana({ sql, at: 'prepare', error: { code: 260, message: 'invalid column name: X' } }))
  const report = new Report()
  for (const line of lines) report.add(line)
  expect(report.hasFailed).toBe(true)
  expect(`${report}`).toMatch(/SYS\.M_DATABASE +\| ERROR\n/)
  expect(`${report}`).toMatch(/\nprepared: .*SYS\.M_DATABASE\n {2}260 invalid column name: X\n/)
  expect(`${report}`).toMatch(/\d+ trials: \d+ failed$/)
  expect(lines.at(-1)).toEqual({ kind: 'trial', text: 'drops them', problem: null })
}, 60_000)

test('who may not make schemas is told so', async () => {
  const lines = await check(withHana({ sql: /^CREATE SCHEMA/, error: { code: 258, message: 'insufficient privilege' } }))
  expect(failed(lines)).toEqual([
    { kind: 'trial', text: 'makes schemas of its own', problem: expect.stringContaining('258 insufficient') as string },
  ])
})

describe('as a command', () => {
  const run = (environment: Record<string, string>, ...args: string[]) =>
    promisify(execFile)(process.execPath, [join(__dirname, 'check.ts'), ...args], {
      env: { PATH: process.env['PATH'], ...environment },
    }).then(
      ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
      (error: unknown) => error as { code: number; stdout: string; stderr: string },
    )

  test('it ends with 0 when all is well, for a binding', async () => {
    server = await startHanaSocket({ answers: withHana() })
    const { host, port, user, password } = server.credentials
    const credentials = { host, port: String(port), user, password, schema: 'IGNORED', encrypt: false }
    const VCAP_SERVICES = JSON.stringify({ hana: [{ label: 'hana', name: 'saga-db', credentials }] })
    const { code, stdout } = await run({ VCAP_SERVICES })
    expect([code, stdout]).toEqual([0, expect.stringMatching(/ trials: all ok\n$/) as string])
    expect(stdout).not.toContain(password)
  }, 60_000)

  test('it ends with 1 where there is nobody, and tells no password', async () => {
    server = await startHanaSocket()
    const { port } = server.credentials
    await server.stop()
    const { code, stdout } = await run({
      CDS_REQUIRES_DB_CREDENTIALS_HOST: '127.0.0.1',
      CDS_REQUIRES_DB_CREDENTIALS_PORT: String(port),
      CDS_REQUIRES_DB_CREDENTIALS_USER: 'SAGA',
      CDS_REQUIRES_DB_CREDENTIALS_PASSWORD: 'secret',
    })
    expect([code, stdout]).toEqual([1, expect.stringContaining('ECONNREFUSED') as string])
    expect(stdout).not.toContain('secret')
  })

  test('it ends with 1 when no database is named', async () => {
    server = await startHanaSocket()
    expect(await run({})).toMatchObject({ code: 1, stderr: expect.stringContaining('host, port, user') as string })
  })
})
