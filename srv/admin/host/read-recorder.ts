import cds from '@sap/cds'
import type { RecordRead } from '../http/audit.ts'
import type { ServedService } from '../model/read-model.ts'

/** The path of a service that tells of the model's records, as `-data`; null where there is none. */
export const recordsPath = (services: readonly ServedService[]): string | null =>
  services.flatMap(({ endpoints = [] }) => endpoints.map(({ path }) => path)).find((path) => path.endsWith('/-data')) ??
  null

interface AuditLog {
  send(event: string, data: object): Promise<unknown>
}

/** CAP's own way past the outbox, which would only tell the log if an entry is lost. */
const unboxed = (cds as unknown as { unboxed(service: unknown): AuditLog }).unboxed

/**
 * Records reads of sensitive data in the application's audit log, where it has one: `@cap-js/audit-logging`, or a service of
 * its own of that name.
 */
export const readRecorder = (): RecordRead | undefined => {
  const { 'audit-log': audit } = cds.env.requires as { 'audit-log'?: { readonly handle?: readonly string[] } | false }
  if (!audit || audit.handle?.includes('READ') === false) return undefined
  return async ({ user, operation, operationId, tables }) => {
    const names = tables.map(({ schema, table }) => `${schema}.${table}`).join(', ')
    const service = unboxed(await cds.connect.to('audit-log'))
    await service.send('SensitiveDataRead', {
      user: user.id,
      // Whose data it is, only the rows tell: there is one entry for all of them.
      data_subject: { type: 'Table', role: 'Rows', id: { table: names } },
      object: { type: 'Request', id: { operation, operationId } },
      attributes: tables.flatMap(({ table, columns }) => columns.map((column) => ({ name: `${table}.${column}` }))),
    })
  }
}
