/**
 * Who makes a first mistake reads one line that says what is wrong and what to type, however the server is started.
 * @long: starts the server in every way.
 */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { ROOT, startServer } from './support/server-process.ts'

jest.setTimeout(180_000)

const WAYS = ['npm start --', 'npx cds-serve', 'npx cds serve']
const folder = mkdtempSync(join(tmpdir(), 'saga-'))
const taken = createServer().listen(0, '127.0.0.1')
beforeAll(() => taken.listening || once(taken, 'listening'))
afterAll(() => {
  taken.close()
  rmSync(folder, { recursive: true })
})

const MISTAKES: Readonly<Record<string, () => [options: string, env: Record<string, string>, told: RegExp]>> = {
  'a port that is taken': () => [
    '',
    { PORT: String((taken.address() as AddressInfo).port) },
    /port \d+ of 127\.0\.0\.1 is taken .* PORT=\d+ npm start$/,
  ],
  'a profile that is mistyped': () => ['--profile xyz', {}, /there is no profile 'xyz'; there are .*pg/],
  'a file without tables': () => [
    '--profile sqlite',
    { CDS_REQUIRES_DB_CREDENTIALS_URL: join(folder, 'saga.sqlite') },
    /there are no tables in .*: npm run deploy -- --profile sqlite$/,
  ],
  'a PostgreSQL that is not there': () => [
    '--profile pg',
    { CDS_REQUIRES_DB_CREDENTIALS_PORT: '9' },
    /PostgreSQL does not answer at 127\.0\.0\.1:9: .*npm run start:pg$/,
  ],
  'the same for several processes': () => [
    '--profile pg',
    { CDS_REQUIRES_DB_CREDENTIALS_PORT: '9', CDS_WORKERS: '2' },
    /PostgreSQL does not answer at 127\.0\.0\.1:9: .*npm run start:pg$/,
  ],
  'a directory that cannot be written': () => [
    '',
    { CDS_REQUIRES_DBA_FILES: join(ROOT, 'package.json', 'files') },
    /Setting dba\.files names/,
  ],
}

/** What it says that npm does not; the first line is of what ends it. */
const complaintsOf = (output: string): string[] =>
  output
    .split('\n')
    .filter((line) => !/^npm |^\s*$/.test(line) && /does not start|Error|^\s+at |unhandled|node:/.test(line))

describe.each(Object.keys(MISTAKES))('%s', (name) => {
  test.each(WAYS)('%s', async (way) => {
    const [options, env, told] = MISTAKES[name]!()
    const output = await startServer(`${way} ${options}`.trim(), { env }).then(
      async (server) => {
        await server.stop()
        return 'started'
      },
      (error: unknown) => (error as Error).message,
    )
    const [ended, complaint, ...more] = [output.split('\n')[0], ...complaintsOf(output.slice(output.indexOf('\n')))]
    expect(ended).toMatch(/ended with [1-9]/)
    expect(complaint).toMatch(told)
    expect(more).toEqual([])
  })
})

test('a folder for a PostgreSQL of its own that cannot be made', () => {
  const env = { ...process.env, TMPDIR: join(ROOT, 'package.json') }
  const { status, stderr } = spawnSync(process.execPath, ['test/support/serve-postgres.ts'], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toMatch(/^A PostgreSQL of its own does not start, .*ENOTDIR.*\n$/)
})

test('a Node that is too old', () => {
  const older = "Object.defineProperty(process.versions, 'node', { value: '22.1.0' })"
  const server = `import(${JSON.stringify(join(ROOT, 'srv/server.js'))})`
  const { status, stderr } = spawnSync(process.execPath, ['-e', `${older}; ${server}`], { encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toBe(
    'The server needs Node 24.10 or newer, and this is 22.1.0: npm start and npx cds watch take the one of npm install\n',
  )
})
