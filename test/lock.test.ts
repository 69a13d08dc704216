/**
 * What `.ci/check-lock.mjs` lets through, and what it stops before it is installed.
 * @long: starts a process for each lock file.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(__dirname, '..')
const check = (folder: string): { status: number | null; stderr: string } =>
  spawnSync(process.execPath, [join(root, '.ci/check-lock.mjs'), folder], { encoding: 'utf8' })

test.each(['.', 'app/cockpit', 'srv/platform/telemetry', 'test/cloud-sdk'])('the lock file in %s passes', (folder) => {
  expect(check(join(root, folder))).toMatchObject({ status: 0, stderr: '' })
})

test.each([
  ['a malicious release', 'node_modules/@cap-js/sqlite', { version: '2.2.2', integrity: 'sha512-a' }],
  ['a malicious release, nested', 'node_modules/a/node_modules/mbt', { version: '1.2.48', integrity: 'sha512-a' }],
  [
    'a malicious release, renamed',
    'node_modules/b',
    { name: '@cap-js/postgres', version: '2.2.2', integrity: 'sha512-a' },
  ],
  ['a host', 'node_modules/a', { version: '1.0.0', resolved: 'https://example.org/a.tgz', integrity: 'sha512-a' }],
  ['a missing integrity', 'node_modules/a', { version: '1.0.0' }],
  ['a link to elsewhere', 'node_modules/a', { version: '1.0.0', resolved: 'https://example.org/a.tgz', link: true }],
])('%s is stopped', (_, path, entry) => {
  const folder = mkdtempSync(join(tmpdir(), 'lock-'))
  try {
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ packages: { '': {}, [path]: entry } }))
    const { status, stderr } = check(folder)
    expect(status).toBe(1)
    expect(stderr.split('\n')).toHaveLength(2)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
