import { clientOptions, type HanaCredentials } from '../../srv/admin/database/hana/client-options.ts'
import type { Client, Driver, Statement } from '../../srv/admin/database/hana/driver.ts'
import type { Attempt } from './recording-driver.ts'

const prepare = (client: Client, sql: string): Promise<Attempt> =>
  new Promise((resolve) => {
    client.prepare(sql, (error, statement: Statement | undefined) => {
      statement?.drop(() => undefined)
      resolve({ sql, error })
    })
  })

const run = (client: Client, sql: string): Promise<void> =>
  new Promise((resolve, reject) => {
    client.execute(sql, { rowsAsArray: true }, (error) => {
      if (error) reject(error)
      else resolve()
    })
  })

/** Has the server prepare each statement; none is run. @throws Error when it cannot be connected to. */
export const prepareAll = async (
  driver: Driver,
  credentials: HanaCredentials,
  schema: string,
  statements: readonly string[],
  signal: AbortSignal,
): Promise<readonly Attempt[]> => {
  const client = driver.createClient(clientOptions(credentials))
  client.on('error', () => undefined) // seen by the statement that meets it
  await new Promise<void>((resolve, reject) => {
    client.connect((error) => {
      if (error) reject(error)
      else resolve()
    })
  })
  try {
    await run(client, `SET SCHEMA "${schema}"`)
    const attempts: Attempt[] = []
    for (const sql of statements) if (!signal.aborted) attempts.push(await prepare(client, sql))
    return attempts
  } finally {
    client.destroy()
  }
}
