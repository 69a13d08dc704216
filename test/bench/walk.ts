/**
 * `npm run bench -- walk [--files]`: how many files of the project run for a request that is made for the first time,
 * which is what a reader has to follow. The goals are 80 for a `$filter`, 65 for an export, 45 for the list of schemas.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ROOT, startCap } from './odata-server.ts'

const { files: isListed } = parseArgs({ options: { files: { type: 'boolean' } } }).values

const REQUESTS: Readonly<Record<string, readonly [url: string, goal: number, body?: object]>> = {
  'a $filter': ["/odata/v4/SagaFilm/Planet?$filter=contains(name,'a')", 80],
  'an export': ['/api/v1/export', 65, { table: 'SAGA_PLANET', format: 'csv' }],
  'the list of schemas': ['/api/v1/schemas', 45],
}

/** How long requests of the server's own start may run on. */
const QUIET_MS = 1_500

const authorization = `Basic ${Buffer.from('admin:admin').toString('base64')}`

const walked = async (url: string, body?: object): Promise<string[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'saga-walk-'))
  const file = join(folder, 'files')
  const server = await startCap(ROOT, {
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'coverage.ts')}`,
    COVERAGE_FILE: file,
  })
  const told = async (): Promise<string[]> => {
    rmSync(file, { force: true })
    process.kill(server.pid, 'SIGUSR2')
    for (;;) {
      await setTimeout(100)
      try {
        return readFileSync(file, 'utf8').split('\n')
      } catch {
        // Not yet.
      }
    }
  }
  try {
    await setTimeout(QUIET_MS)
    await told()
    const answer = await fetch(`http://127.0.0.1:${server.port}${url}`, {
      headers: { authorization, 'content-type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${url}: ${String(answer.status)} ${await answer.text()}`)
    await answer.arrayBuffer()
    return await told()
  } finally {
    await server.stop()
    rmSync(folder, { recursive: true })
  }
}

for (const [name, [url, goal, body]] of Object.entries(REQUESTS)) {
  const files = await walked(url, body)
  console.log(`${name}: ${files.length} files (goal ${goal})`)
  if (isListed) console.log(files.map((path) => `  ${path}`).join('\n'))
}
