/**
 * The check of a HANA, on a small one behind a server that speaks its protocol, by the real driver.
 * @long: asks all operations by the real driver.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { loadDriver } from '../../srv/admin/database/hana/load-driver.ts'
import { fillFilms } from '../support/hana/film-system.ts'
import { HanaSystem } from '../support/hana/hana-system.ts'
import { type Answering, type Canned, fromList } from '../support/hana-socket/answers.ts'
import { type HanaSocket, startHanaSocket } from '../support/hana-socket/server.ts'
import { systemAnswers } from '../support/hana-socket/system-answers.ts'
import { checkHana } from './check-hana.ts'
import type { Line } from './check-lines.ts'
import { Report } from './report.ts'

/** What CAP asks and makes, which the small HANA does not understand. */
const OF_CAP: readonly Canned[] = [
  { sql: /session_context\(|JSON_TABLE\(|\bSaga|\bsaga_|\bcds_|\bDRAFT_|\bDataService_/ },
  { sql: /^(?:CREATE COLUMN TABLE|CREATE VIEW|ALTER TABLE) (?:Saga|saga_|cds_|DRAFT_|DataService_)/ },
]

/** What the small HANA does not know of the large one: references that are enforced, dates, and locks. */
const withHana = (...first: readonly Canned[]): Answering => over(new HanaSystem({}), ...first)
let asked: HanaSystem
const over = (system: HanaSystem, ...first: readonly Canned[]): Answering => {
  asked = system
  fillFilms(system)
  const small = systemAnswers(system)
  let locks = 0
  const known: readonly Canned[] = [
    ...first,
    ...OF_CAP,
    { sql: /SET "DIRECTOR_ID" = 99/, error: { code: 461 } },
    { sql: /SET "RELEASED" = \?/, parameters: [{ name: '', type: 'DAYDATE' }] },
  ]
  return (sql, rows) => {
    if (rows !== null && /SET "TITLE" = \? WHERE "ID" = 1/.test(sql) && ++locks === 2) return { hangs: true }
    return fromList(known)(sql, rows) ?? small(sql, rows)
  }
}

let server: HanaSocket
/** @param last what comes after the first line of this kind is not waited for. */
const check = async (answers: Answering, last?: Line['kind']): Promise<Line[]> => {
  server = await startHanaSocket({ answers })
  const lines: Line[] = []
  for await (const line of checkHana(loadDriver(), server.credentials)) {
    lines.push(line)
    if (line.kind === last) break
  }
  return lines
}
const schemas = (form: RegExp): string[] => server.log.flatMap((sql) => form.exec(sql)?.[1] ?? []).sort()
const expectNothingToStay = (): void => {
  const { rows } = asked.select('SELECT SCHEMA_NAME AS "name" FROM SYS.SCHEMAS')
  const names = rows.map(([name]) => String(name))
  expect(names).toContain('APP')
  expect(names.filter((name) => name.startsWith('SAGA_CHECK'))).toEqual([])
}
afterEach(() => server.stop())

test('what is wrong with a statement is in the table and in full, and nothing stays when nobody waits', async () => {
  const error = { code: 260, message: 'invalid column name: X' }
  const lines = await check(withHana({ sql: /FROM SYS\.M_SERVICES/, at: 'prepare', error }), 'operation')
  const report = new Report()
  for (const line of lines) report.add(line)
  expect(report.hasFailed).toBe(true)
  const text = String(report)
  expect(text).toMatch(/SERVICE_NAME.* \| ERROR\n/)
  expect(text).toMatch(/\nprepared: .*SYS\.M_SERVICES.*\n {2}260 invalid column name: X\n/)
  expect(text).toMatch(/: 1 failed$/)
  expectNothingToStay()
}, 300_000)

test('a connection that ends in between is told, too', async () => {
  const lines = await check(withHana({ sql: /FROM SYS\.M_SERVICES/, at: 'prepare', leaves: 'rudely' }), 'operation')
  expect(lines.filter(({ problem }) => problem !== null).length).toBeGreaterThan(0)
  expectNothingToStay()
}, 300_000)

test('a connection that ends while schemas are dropped leaves none of them', async () => {
  let drops = 0
  const leaves = { sql: /^DROP SCHEMA/, when: () => ++drops === 1, leaves: 'rudely' } as const
  const error = { code: 260, message: 'invalid column name: X' }
  const lines = await check(withHana({ sql: /FROM SYS\.M_SERVICES/, at: 'prepare', error }, leaves), 'prepared')
  expect(lines.length).toBeGreaterThan(2)
  expect(drops).toBeGreaterThan(1)
  expect(new Set(schemas(/^DROP SCHEMA "(SAGA_CHECK_\w+)"/))).toEqual(
    new Set(schemas(/^CREATE SCHEMA "(SAGA_CHECK_\w+)"/)),
  )
}, 300_000)

/** Whose connection ends when it sends such a statement. */
const cutAt = (sql: RegExp): Canned => ({
  sql,
  at: sql.source.startsWith('^INSERT') ? 'prepare' : 'execute',
  leaves: 'rudely',
})

test.each([
  ['makes schemas', /^CREATE SCHEMA "SAGA_CHECK_\w+_OTHER"/, undefined],
  ['makes tables', /^CREATE COLUMN TABLE "SAGA_CHECK_\w+"."FILM_NO_KEY"/, undefined],
  ['fills tables', /^INSERT INTO "SAGA_CHECK_\w+"."FILM_OLD"/, 'prepared'],
] as const)(
  'a connection that ends while it %s leaves nothing',
  async (_phase, sql, last) => {
    const lines = await check(withHana(cutAt(sql)), last)
    expect(schemas(/^CREATE SCHEMA "(SAGA_CHECK_\w+)"/)).not.toEqual([])
    expect(lines.filter(({ problem }) => problem !== null)).not.toEqual([])
    expectNothingToStay()
  },
  120_000,
)

test('connections that end while it tries values, and makes the tables of OData, leave nothing, and each is told', async () => {
  const cuts = [cutAt(/^INSERT INTO "SAGA_CHECK_\w+"."KINDS"/), cutAt(/^CREATE COLUMN TABLE saga_/)]
  const lines = await check(withHana(...cuts))
  const failed = lines.filter(({ problem }) => problem !== null).map(({ text }) => text)
  expect(failed).toContainEqual(expect.stringContaining('starts a server for the requests of OData'))
  expect(failed.length).toBeGreaterThan(1)
  expectNothingToStay()
}, 300_000)

describe('the user of a container', () => {
  test('has the catalog asked, and all other statements run on temporary tables', async () => {
    const lines = await check(over(new HanaSystem({ isContainer: true })))
    expect(lines.filter(({ problem }) => problem !== null)).toEqual([])
    const count = (kind: Line['kind']): number =>
      new Set(lines.filter((each) => each.kind === kind).map(({ text }) => text)).size
    expect([count('operation') > 20, count('run') > 200]).toEqual([true, true])
    expect(lines.map(({ text }) => text)).toContainEqual(expect.stringContaining('no CREATE SCHEMA'))
    const changes = server.log.filter((sql) => /^(?:CREATE|ALTER|DROP|INSERT|UPDATE|DELETE)/.test(sql))
    expect(changes.filter((sql) => !sql.includes('"#SAGA_CHECK_'))).toEqual([])
    expect(changes.length).toBeGreaterThan(10)
    expect(lines.at(-1)?.text).toContain('deploy gen/db')
  }, 300_000)

  test('has what OData asks prepared on the tables that are deployed there', async () => {
    const system = new HanaSystem({ isContainer: true })
    system.tell('SYS.TABLES', { SCHEMA_NAME: 'APP', TABLE_NAME: 'SAGA_FILM' })
    const failing = {
      sql: /FOR UPDATE WAIT/,
      at: 'prepare',
      error: { code: 257, message: 'incorrect syntax' },
    } as const
    const lines = await check(over(system, failing))
    const odata = lines.filter(({ kind }) => kind === 'odata')
    expect(odata.length).toBeGreaterThan(200)
    expect(odata.filter(({ problem }) => problem !== null)).toEqual([
      { ...odata[0], text: expect.stringContaining('FOR UPDATE WAIT') as string, problem: '257 incorrect syntax' },
    ])
    expect(server.log.filter((sql) => /JSON_TABLE|\bsaga_/.test(sql))).toEqual([]) // none of them runs
  }, 300_000)

  test('hears which statements fail, and what there is no right to', async () => {
    const failing = { sql: /^SELECT max\(LENGTH/, error: { code: 266, message: 'inconsistent datatype' } }
    const denied = { sql: /FROM SYS\.SCHEMAS AS s/, error: { code: 258, message: 'insufficient privilege' } }
    const lines = await check(over(new HanaSystem({ isContainer: true }), failing, denied))
    const report = new Report()
    for (const line of lines) report.add(line)
    expect(String(report)).toMatch(/266 inconsistent datatype/)
    expect(String(report)).toMatch(/schemas {}\s+\| no right/)
    expect(report.hasFailed).toBe(true)
  }, 300_000)
})

test('who may not make schemas, against what the catalog says, is told so', async () => {
  const lines = await check(
    withHana({ sql: /^CREATE SCHEMA/, error: { code: 258, message: 'insufficient privilege' } }),
  )
  expect(lines.filter(({ problem }) => problem !== null)).toEqual([
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

  test('all that the API does with a HANA is tried, for a binding, and nothing stays', async () => {
    server = await startHanaSocket({ answers: withHana() })
    const { host, port, user, password } = server.credentials
    const credentials = { host, port: String(port), user, password, schema: 'IGNORED', encrypt: false }
    const VCAP_SERVICES = JSON.stringify({ hana: [{ label: 'hana', name: 'saga-db', credentials }] })
    const { code, stdout } = await run({ VCAP_SERVICES })
    expect([code, stdout]).toEqual([0, expect.stringMatching(/ 11 trials: all ok\n$/) as string])
    const [, prepared, ran, asked, odata] =
      /(\d+) statements prepared, (\d+) run by (\d+) requests, (\d+) of OData/.exec(stdout) ?? []
    for (const count of [prepared, ran, asked, odata]) expect(Number(count)).toBeGreaterThan(100)
    expect(stdout).not.toContain(password)
    expectNothingToStay()
    expect(server.log).toContainEqual(expect.stringMatching(/^ALTER SYSTEM CANCEL SESSION/) as string)
  }, 300_000)

  test.each([
    ['SIGTERM', 'makes schemas', /connects to .*: ok/],
    ['SIGINT', 'prepares statements', /prepares statements: 1 /],
    ['SIGINT', 'asks operations', /asks operations: 1 /],
    ['SIGTERM', 'asks operations', /asks operations: 1 /],
    ['SIGTERM', 'prepares statements of OData', /prepares statements of OData: 1 /],
  ] as const)(
    '%s while it %s ends it, and nothing stays',
    async (signal, _doing, moment) => {
      server = await startHanaSocket({ answers: withHana() })
      const { host, port, user, password } = server.credentials
      const credentials = { host, port: String(port), user, password, encrypt: false }
      const VCAP_SERVICES = JSON.stringify({ hana: [{ label: 'hana', name: 'saga-db', credentials }] })
      const child = spawn(process.execPath, [join(__dirname, 'check.ts')], {
        env: { PATH: process.env['PATH'], VCAP_SERVICES },
      })
      let told = ''
      child.stderr.on('data', (part: Buffer) => {
        told += String(part)
        if (moment.test(told) && !child.killed) child.kill(signal)
      })
      child.stdout.resume()
      const [code] = (await once(child, 'exit')) as [number]
      expect(code).toBe(130)
      expect(told).toMatch(/connects to .*: ok\n[^]*Stopping[^]*drops them: ok\n$/)
      expect(schemas(/^CREATE SCHEMA "(SAGA_CHECK_\w+)"/).length).toBeGreaterThan(2)
      expectNothingToStay()
    },
    300_000,
  )

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
    expect([code, stdout]).toEqual([1, expect.stringMatching(/ECONNREFUSED[^]*Nobody listens there/) as string])
    expect(stdout).not.toContain('secret')
  })

  test('it ends with 1 when no database is named', async () => {
    server = await startHanaSocket()
    expect(await run({})).toMatchObject({ code: 1, stderr: expect.stringContaining('host, port, user') as string })
  })
})
