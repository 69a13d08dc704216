import { AdminError } from '../../errors.ts'

const CHANGE = /^(INSERT|DELETE|UPDATE) (?:INTO |FROM )?((?:"(?:[^"]|"")+"\.)?"(?:[^"]|"")+")/

/** Says which privilege a statement that was refused would need: the server does not. Other errors stay as they are. */
export const namingPrivilege = (error: unknown, sql: string): unknown => {
  const [, privilege, table] = CHANGE.exec(sql) ?? []
  if (!(error instanceof AdminError) || error.code !== 'INSUFFICIENT_PRIVILEGE' || table === undefined) return error
  return new AdminError(
    error.code,
    `The database user lacks the privilege ${privilege} on ${table}: grant it. Those of a container of SAP HANA Deployment Infrastructure ` +
      `are granted by its API (schema '…#DI'), or come with the roles that are deployed to it`,
    { cause: error.cause, ...(error.reason && { reason: error.reason }) },
  )
}
