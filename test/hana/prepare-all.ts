import { quoteIdentifier } from '../../srv/admin/core/identifiers.ts'
import {
  clientOptions,
  type HanaCredentials,
  type Client,
  type Driver,
  type Statement,
} from '../../srv/admin/database/hana/driver.ts'
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
export async function* prepareAll(
  driver: Driver,
  credentials: HanaCredentials,
  schema: string | undefined,
  statements: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<Attempt> {
  const client = driver.createClient(clientOptions(credentials))
  client.on('error', () => undefined) // seen by the statement that meets it
  await new Promise<void>((resolve, reject) => {
    client.connect((error) => {
      if (error) reject(error)
      else resolve()
    })
  })
  try {
    if (schema !== undefined) await run(client, `SET SCHEMA ${quoteIdentifier(schema)}`)
    for (const sql of statements) if (!signal.aborted) yield await prepare(client, sql)
  } finally {
    client.destroy()
  }
}
