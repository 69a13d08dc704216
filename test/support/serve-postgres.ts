/** `npm run start:pg`: the server on a PostgreSQL of its own, which is empty at the start and gone at the end. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import process from 'node:process'
import { startOwnPostgres } from './own-postgres.ts'

const postgres = await startOwnPostgres().catch((error: unknown) => {
  const why = (error as Error).message.trim()
  console.error(`A PostgreSQL of its own does not start, for which a folder in ${tmpdir()} is made: ${why}`)
  process.exit(1)
})
const { port, password } = postgres.credentials
const env = {
  ...process.env,
  CDS_ENV: 'pg',
  CDS_REQUIRES_DB_EPHEMERAL: 'true',
  CDS_REQUIRES_DB_CREDENTIALS_PORT: String(port),
  CDS_REQUIRES_DB_CREDENTIALS_PASSWORD: password,
}

/** Runs a command of `node_modules/.bin` to its end and returns its exit code; ^C and SIGTERM reach it too. */
async function run(command: string): Promise<number> {
  const child = spawn(command, { env, stdio: 'inherit' })
  const end = (): boolean => child.kill('SIGTERM')
  process.once('SIGTERM', end).once('SIGINT', end)
  const [code] = (await once(child, 'close')) as [number | null]
  process.removeListener('SIGTERM', end).removeListener('SIGINT', end)
  return code ?? 1
}

process.exitCode = (await run('cds-deploy')) || (await run('cds-serve'))
await postgres.stop()
