/** What every developer of CAP types ends well and complains of nothing. @long: runs command after command. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { COMPLAINT } from './support/complaint.ts'
import { ROOT, runCommand } from './support/server-process.ts'

jest.setTimeout(120_000)

const folder = mkdtempSync(join(tmpdir(), 'saga-commands-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

test('a complaint is one', () => {
  const complaints = [
    `Error: detected tsconfig.json, but could not run with 'tsx'`,
    '(node:3161) MaxListenersExceededWarning: Possible EventEmitter memory leak',
    'done\n[cds] - WARN something',
    '\u001b[33mwarning: old',
  ]
  for (const text of complaints) expect(text).toMatch(COMPLAINT)
  expect('npm warn Unknown user config\n[cds] - serving SagaFilm\n  lastError NCLOB').not.toMatch(COMPLAINT)
})

test.each([
  ['npx cds env requires.db', ':memory:'],
  ['npx cds compile srv --to sql', 'CREATE TABLE saga_Film'],
  ['npx cds compile srv/film-service.cds --to edmx --service SagaFilm', '<EntityType Name="Film"'],
  [`npx cds deploy --to sqlite:${join(folder, 'saga.sqlite')}`, 'saga-Film.csv'],
  [`npx cds build --production --dest ${join(folder, 'gen')}`, 'build completed'],
  ['npx cds version', '@sap/cds'],
])('%s', (command, told) => {
  const output = runCommand(command)
  expect(output).toContain(told)
  expect(output).not.toMatch(COMPLAINT)
})

test('cds repl, with the server in it', () => {
  const lines = "console.log('films: ' + (await SELECT.from('saga.Film')).length)\n.exit\n"
  const command = [join(ROOT, 'node_modules/@sap/cds-dk/bin/cds.js'), 'repl', '--run', '.']
  const env = { PATH: process.env['PATH'], HOME: folder, PORT: '0' }
  const output = execFileSync(process.execPath, command, { cwd: ROOT, env, input: lines, encoding: 'utf8' })
  expect(output).toContain('films: 11')
  expect(output).not.toMatch(COMPLAINT)
})
