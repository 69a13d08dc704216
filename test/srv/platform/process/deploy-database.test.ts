/**
 * A SQLite file is deployed to while nobody uses it, one after the other, and begins anew only where that is asked for.
 * @long: deploys over and over.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import process from 'node:process'
import { promisify } from 'node:util'
import { copyDeployedSqlite } from '../../../support/deploy.ts'
import { fromList } from '../../../support/hana-socket/answers.ts'
import { startHanaSocket } from '../../../support/hana-socket/server.ts'
import { createFilm } from '../../../support/film-probe.ts'
import { SERVE } from '../../../support/server-on.ts'
import { ROOT, startServer } from '../../../support/server-process.ts'

jest.setTimeout(60_000)

const folder = mkdtempSync(join(tmpdir(), 'saga-'))
const file = join(folder, 'saga.sqlite')
const url = { CDS_REQUIRES_DB_CREDENTIALS_URL: file }
afterAll(() => {
  rmSync(folder, { recursive: true })
})

interface Outcome {
  readonly code: number
  readonly output: string
}

const deploy = async (...given: (string | Record<string, string>)[]): Promise<Outcome> => {
  const options = given.filter((each) => typeof each === 'string')
  const script = join(ROOT, 'srv/platform/process/deploy-database.ts')
  const env = {
    PATH: process.env['PATH'],
    HOME: process.env['HOME'],
    ...url,
    ...Object.assign({}, ...given.filter((each) => typeof each !== 'string')),
  }
  try {
    const run = promisify(execFile)(process.execPath, [script, ...options], { cwd: ROOT, env })
    const { stdout, stderr } = await run
    return { code: 0, output: stdout + stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, output: stdout + stderr }
  }
}
const sqlite = (...options: string[]): Promise<Outcome> => deploy('--profile', 'sqlite', ...options)

const films = (): unknown[] => {
  const database = new DatabaseSync(file)
  const rows = database.prepare('SELECT title FROM saga_Film WHERE episode_id = 10').all()
  database.close()
  return rows.map(({ title }) => title)
}

test('a server that uses it is not deployed under, and what it wrote stays', async () => {
  await copyDeployedSqlite(file)
  const server = await startServer(`${SERVE} --profile sqlite`, { env: url })
  try {
    expect(await createFilm(server, { title: 'Episode X', episode_id: 10 })).toBe(201)
    for (const options of [[], ['--anew']]) {
      const { code, output } = await sqlite(...options)
      expect(code).toBe(1)
      expect(output).toMatch(/A server.* uses .*saga\.sqlite: stop it first/)
      expect(output).not.toContain('    at ')
    }
  } finally {
    await server.stop()
  }
  expect(films()).toEqual(['Episode X'])
})

test('two deployments at once: both are done, or one is told of the other', async () => {
  for (const { code, output } of await Promise.all([sqlite(), sqlite()])) {
    if (code !== 0) expect(output).toContain('another deployment uses')
  }
  expect(films()).toEqual(['Episode X'])
})

test('on HANA the rows that ship go into empty tables, and nothing else is done', async () => {
  const text = (name: string) => ({ name, type: 'NVARCHAR' }) as const
  const columns = ['_path_', '_blobs_', '_expands_', '_json_'].map(text)
  const answers = fromList([
    { sql: /M_DATABASE/, columns: [text('VERSION')], rows: [['4.00.000.00.1700000000']] },
    { sql: /^INSERT INTO/, changed: 1, parameters: [{ name: '', type: 'NCLOB' }] },
    { sql: / FROM saga_(?:Planet|Species2People) /, columns, rows: [] },
    { sql: / as "one" /, columns, rows: [['$[0', '{}', '{}', '{"one":1}']] },
  ])
  const hana = await startHanaSocket({ answers })
  try {
    const db = { kind: 'hana', credentials: hana.credentials }
    const outcome = await deploy('--profile', 'production', { CDS_CONFIG: JSON.stringify({ requires: { db } }) })
    expect(outcome.output).toContain('saga-Planet.csv')
    expect(outcome).toMatchObject({ code: 0 })
    const inserts = hana.log.flatMap((sql) => /^INSERT INTO (\w+)/i.exec(sql)?.[1] ?? [])
    expect(new Set(inserts)).toEqual(new Set(['saga_Planet', 'saga_Species2People']))
    expect(hana.log.filter((sql) => /^\s*(CREATE|ALTER|DROP|DELETE|UPDATE|UPSERT|TRUNCATE)/i.test(sql))).toEqual([])
  } finally {
    await hana.stop()
  }
})

test('it begins anew where that is asked for by name, and other databases never do', async () => {
  expect(await sqlite('--anew')).toMatchObject({ code: 0 })
  expect(films()).toEqual([])
  expect(await deploy('--profile', 'pg', '--anew')).toMatchObject({
    code: 1,
    output: expect.stringContaining('Only a SQLite file can be deployed to anew') as string,
  })
})
