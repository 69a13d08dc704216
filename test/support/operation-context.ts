import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AdminConfig, readConfig } from '../../srv/admin/config.ts'
import { resolveName } from '../../srv/admin/core/identifiers.ts'
import type { Database, Session } from '../../srv/admin/database/session.ts'
import type { Dialect } from '../../srv/admin/dialects/dialect.ts'
import { type Names, type OperationContext, type Role, ROLES } from '../../srv/admin/operations/operation.ts'

/** Settings as they are when nothing is set. */
export const defaultConfig = (environment: Record<string, string> = {}): AdminConfig => {
  const root = mkdtempSync(join(tmpdir(), 'saga-config-'))
  try {
    return readConfig({}, root, environment)
  } finally {
    rmSync(root, { recursive: true })
  }
}

/** What an operation gets, on a given database. Of names it resolves schemas only, against the catalog. */
export const contextFor = (
  { database, dialect }: { database: Database; dialect: Dialect },
  given: Partial<OperationContext> & { role?: Role } = {},
): OperationContext => {
  const { role = 'viewer', ...rest } = given
  return {
    database,
    dialect,
    config: defaultConfig(),
    model: { entities: [], services: [] },
    user: { id: 'alice', is: (asked: Role) => ROLES.indexOf(asked) <= ROLES.indexOf(role) },
    signal: new AbortController().signal,
    timeoutMs: 15_000,
    progress: () => undefined,
    found: () => undefined,
    accepts: ([first]: readonly string[]) => first,
    hiddenRows: () => [],
    isRecorded: false,
    files: {
      open: () => Promise.reject(new Error('There are no files here')),
      create: () => Promise.reject(new Error('There is no room for files here')),
    },
    names: {
      schema: async (session: Session, sent: string | undefined) => {
        const { currentSchema, schemaNames } = dialect.catalog
        if (sent === undefined) return String((await session.query(currentSchema.statement()))[0]?.['name'])
        const rows = await session.query(schemaNames.statement({ name: sent }))
        const known = rows.map((row) => schemaNames.item(row))
        return resolveName(sent, known, 'SCHEMA_NOT_FOUND', 'Schema')
      },
      openness: async (session: Session) => {
        const { currentSchema } = dialect.catalog
        const current = String((await session.query(currentSchema.statement()))[0]?.['name'])
        return { default: current, isOpen: (name: string) => Promise.resolve(name === current) }
      },
    } as Names,
    ...rest,
  }
}
