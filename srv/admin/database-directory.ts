import { createHash } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { Connected } from './engine.ts'

/**
 * Where the schemas that the API makes are kept: a directory of each database, since several may be administered with one
 * setting.
 *
 * @param schemas the setting `dba.schemas`.
 */
export const databaseDirectory = (schemas: string, connected: Pick<Connected, 'kind' | 'options' | 'url4'>): string => {
  const identity = identityOf(connected)
  const hash = createHash('sha256').update(`${connected.kind} ${identity}`).digest('hex').slice(0, 12)
  const name = basename(identity)
    .replace(/[^\w.-]/g, '_')
    .slice(0, 40)
  return join(schemas, `${name}-${hash}`)
}

const identityOf = (connected: Pick<Connected, 'kind' | 'options' | 'url4'>): string => {
  if (connected.kind === 'sqlite') {
    const file = connected.url4()
    return file === ':memory:' ? 'memory' : existsSync(file) ? realpathSync(file) : resolve(file)
  }
  const credentials: Readonly<Record<string, unknown>> = { ...connected.options.credentials }
  return ['host', 'hostname', 'port', 'database', 'dbname', 'schema']
    .map((name) => credentials[name])
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .join('/')
}
