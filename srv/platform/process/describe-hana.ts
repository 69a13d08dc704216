import cds from '@sap/cds'

/** What a HANA tells of itself. */
export interface HanaDescription {
  /** The tenant database. */
  readonly tenant: string
  readonly version: string
  /** The schema is a container of SAP HANA Deployment Infrastructure. */
  readonly isContainer: boolean
}

/** The deployment infrastructure keeps what it knows of a container in a schema beside it. */
export const HANA_DESCRIPTION = `SELECT DATABASE_NAME AS "tenant", VERSION AS "version",
       (SELECT COUNT(*) FROM SYS.SCHEMAS AS s WHERE s.SCHEMA_NAME = CURRENT_SCHEMA || '#DI') AS "deployments"
  FROM SYS.M_DATABASE`

let known: Promise<HanaDescription | undefined> | undefined

/** Asks once, however many want to know; a database that does not answer is asked again. */
export const describeHana = (
  ask: (sql: string) => Promise<unknown> = (sql) => cds.db.run(sql),
): Promise<HanaDescription | undefined> => {
  known ??= read(ask).catch(() => {
    known = undefined
    return undefined
  })
  return known
}

const read = async (ask: (sql: string) => Promise<unknown>): Promise<HanaDescription | undefined> => {
  const [row] = (await ask(HANA_DESCRIPTION)) as { tenant: string; version: string; deployments: number | string }[]
  return row && { tenant: row.tenant, version: row.version, isContainer: Number(row.deployments) > 0 }
}
