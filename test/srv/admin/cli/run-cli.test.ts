/** The commands, as a terminal has them, against servers on SQLite and PostgreSQL. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import type { Model } from '../../../../srv/admin/core/model.ts'
import { OWN_ROUTES, ROUTES } from '../../../../srv/admin/http/routes.ts'
import { startEngineApi } from '../../../support/engine-api.ts'
import { DIALECT_ENGINES, execute, query, useEngine } from '../../../support/engines.ts'

const BIN = join(import.meta.dirname, '../../../../srv/admin/cli/bin.ts')

interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

const directory = mkdtempSync(join(tmpdir(), 'saga-cli-'))

const run = (words: readonly string[], env: Record<string, string> = {}): Promise<Ended> =>
  new Promise((resolve) => {
    const { PATH } = process.env
    const options = { cwd: directory, env: { PATH, ...env }, maxBuffer: 100_000_000 }
    const child = execFile(process.execPath, [BIN, ...words], options, (_, out, err) => {
      resolve({ code: child.exitCode ?? -1, out, err })
    })
  })

/** Says of a table what one of its rows does not keep. */
const MODEL: Model = {
  entities: [
    {
      ...{ name: 'Film', table: 'film', keys: ['id'], managedColumns: [], sensitiveColumns: [], associations: [] },
      ...{ assertions: [{ rule: 'required', column: 'rating' }], sources: [], service: null },
    },
  ],
  services: [],
}

describe.each(DIALECT_ENGINES)('%s', (name) => {
  const engine = useEngine(name)
  const api = startEngineApi(engine, [...ROUTES, ...OWN_ROUTES], { model: MODEL })
  const dba = (user: string, ...words: readonly string[]): Promise<Ended> =>
    run(words, { DBA_URL: `http://127.0.0.1:${String(api.port)}/api/v1/`, DBA_USER: user, DBA_PASSWORD: user })
  const inFolder = (file: string): string => join(directory, file)

  beforeAll(() =>
    execute(
      engine().database,
      'CREATE TABLE film (id int PRIMARY KEY, title text, rating int)',
      `INSERT INTO film VALUES (1, 'A', 5), (2, 'B;"c', NULL)`,
      'CREATE TABLE film_old (id int PRIMARY KEY, title text, rating int)',
      `INSERT INTO film_old VALUES (1, 'A', 4)`,
    ),
  )

  it('exports to the output and to files, in the format of their ending', async () => {
    const csv = 'id,title,rating\r\n1,A,5\r\n2,"B;""c",\r\n'
    expect(await dba('operator', 'export', 'film')).toEqual({ code: 0, out: csv, err: '' })
    const filtered = await dba('operator', 'export', 'film', '--where', 'id = 1', '--columns', 'title', '--limit', '5')
    expect(filtered.out).toBe('title\r\nA\r\n')
    expect(await dba('operator', 'export', 'film', '-o', 'film.ndjson', '--order-by', 'id desc')).toMatchObject({
      code: 0,
    })
    const lines = readFileSync(inFolder('film.ndjson'), 'utf8').trim().split('\n')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { id: 2, title: 'B;"c', rating: null },
      { id: 1, title: 'A', rating: 5 },
    ])
  })

  it('leaves no file of what fails', async () => {
    const before = readdirSync(directory)
    expect(await dba('operator', 'export', 'nothing', '-o', 'nothing.csv')).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/^TABLE_NOT_FOUND: /) as string,
    })
    expect(readdirSync(directory)).toEqual(before)
  })

  it('imports a file, tells rejected rows by its exit code, and leaves nothing on the server', async () => {
    writeFileSync(inFolder('new.csv'), 'id,title,rating\n3,C,7\nx,D,8\n')
    const tried = await dba('admin', 'import', 'film', 'new.csv', '--on-error', 'skip', '--dry-run', '--json')
    expect([tried.code, JSON.parse(tried.out)]).toMatchObject([
      1,
      { rowsInserted: 1, rowsRejected: 1, file: 'new.csv' },
    ])
    expect(await dba('admin', 'import', 'film', 'new.csv')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Line 3') as string,
    })
    writeFileSync(inFolder('new.csv'), 'id,title,rating\n3,C,7\n')
    expect(await dba('admin', 'import', 'film', 'new.csv')).toMatchObject({ code: 0, err: '' })
    expect(await query(engine().database, 'SELECT title FROM film WHERE id = 3')).toEqual([{ title: 'C' }])
    expect(readdirSync(api.files).filter((file) => file.endsWith('.csv'))).toEqual([])
    expect(await dba('admin', 'import', 'film', 'none.csv')).toMatchObject({
      code: 2,
      err: expect.stringContaining('none.csv') as string,
    })
  })

  it('dumps tables and loads them', async () => {
    expect(await dba('operator', 'dump', '--tables', 'film', '-o', 'film.zip')).toMatchObject({ code: 0 })
    const some = await dba('operator', 'dump', '--tables', 'film', '--of', 'film', '--where', 'id = 3', '--dry-run')
    expect(some).toMatchObject({ code: 0, out: expect.stringMatching(/rows\s+film/) as string })
    await execute(engine().database, 'DELETE FROM film')
    const loaded = await dba('admin', 'load', 'film.zip', '--json')
    expect([loaded.code, JSON.parse(loaded.out)]).toMatchObject([
      0,
      { verified: true, tables: [{ table: 'film', rows: 3 }] },
    ])
    expect(await dba('admin', 'load', 'film.zip')).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^TARGET_EXISTS/) as string,
    })
  })

  it('tells by its exit code whether two tables are the same', async () => {
    const differing = await dba('operator', 'diff', 'film_old', 'film')
    expect(differing).toMatchObject({ code: 1, out: expect.stringMatching(/^different: 1$/m) as string })
    expect(await dba('operator', 'diff', 'film', 'film')).toMatchObject({ code: 0 })
  })

  it('tells by its exit code whether rows are as the model says', async () => {
    const checked = await dba('operator', 'check', '--json')
    expect([checked.code, JSON.parse(checked.out)]).toMatchObject([
      1,
      { valid: false, tables: [{ table: 'film', status: 'fail', failed: [{ rule: 'required', column: 'rating' }] }] },
    ])
    expect(await dba('operator', 'check')).toMatchObject({ code: 1, out: expect.stringContaining('film') as string })
    expect(await dba('operator', 'check', 'film_old')).toMatchObject({ code: 0 })
    expect(await dba('viewer', 'check')).toMatchObject({ code: 2, err: expect.stringMatching(/^FORBIDDEN/) as string })
  })

  it('answers statements as tables for people, as JSON and as CSV', async () => {
    const sql = 'SELECT id, title FROM film WHERE id < 3 ORDER BY id'
    const { out } = await dba('admin', 'query', sql)
    expect(out.split('\n').slice(-4)).toEqual(['──  ─────', '1   A', '2   B;"c', ''])
    expect((await dba('admin', 'query', sql, '--csv')).out).toBe('id,title\r\n1,A\r\n2,"B;""c"\r\n')
    expect(JSON.parse((await dba('admin', 'query', sql, '--json')).out)).toMatchObject({
      rows: [
        [1, 'A'],
        [2, 'B;"c'],
      ],
    })
    expect(await dba('operator', 'query', sql)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^FORBIDDEN/) as string,
    })
  })

  it('calls any operation, by what the server tells of them', async () => {
    expect((await dba('viewer', 'call')).out).toMatch(/POST dataProfile +Describes/)
    const { out } = await dba('operator', 'call', 'dataProfile', 'table=film', 'columns=title', 'topValues=1', '--json')
    expect(JSON.parse(out)).toMatchObject({ rowCount: 3, columns: [{ name: 'title', topValues: [{}] }] })
    const listed = await dba('viewer', 'call', 'GET tables', `schema=${engine().schema}`, 'pattern=film_o*', '--csv')
    expect(listed).toMatchObject({ code: 0, err: '', out: expect.stringContaining('film_old') as string })
    expect(await dba('viewer', 'call', 'tabels')).toMatchObject({
      code: 2,
      err: expect.stringContaining("'tabels'") as string,
    })
    expect(await dba('viewer', 'call', 'tables', 'what=1')).toMatchObject({
      code: 2,
      err: expect.stringContaining('pattern') as string,
    })
    const unknown = await dba('viewer', 'call', 'GET operations/{id}', 'id=00000000-0000-4000-8000-000000000000')
    expect(unknown).toMatchObject({ code: 2, err: expect.stringMatching(/^OPERATION_NOT_FOUND/) as string })
  })

  it('says why it cannot compare with a model that is not there', async () => {
    expect(await dba('viewer', 'drift')).toMatchObject({ code: 2, err: expect.stringContaining('model') as string })
  })

  it('takes a login from a file', async () => {
    const url = `http://127.0.0.1:${String(api.port)}/api/v1`
    writeFileSync(inFolder('login.json'), JSON.stringify({ url, user: 'operator', password: 'operator' }))
    expect(await run(['export', 'film_old', '--login', 'login.json'])).toMatchObject({ code: 0 })
    expect(await run(['export', 'film_old', '--url', url])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^UNAUTHORIZED/) as string,
    })
  })
})

test('tells how it is used, and what is wrong with a command', async () => {
  expect((await run([])).out).toMatch(/cds-dba export <table>/)
  expect((await run(['--version'])).out).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect((await run(['import', '--help'])).out).toContain('--on-error …')
  for (const words of [
    ['constructor'],
    ['export'],
    ['export', 'a', 'b'],
    ['export', 'a', '--limit', 'x'],
    ['dump', '--nope'],
    ['dump', '--of', 'film'],
    ['drift', '--url', 'x'],
  ])
    expect([words, await run(words)]).toMatchObject([words, { code: 2, out: '' }])
  const unreached = await run(['drift', '--url', 'http://127.0.0.1:9/api/v1'])
  expect(unreached).toMatchObject({
    code: 2,
    err: expect.stringContaining('http://127.0.0.1:9/api/v1 is not reached') as string,
  })
})
