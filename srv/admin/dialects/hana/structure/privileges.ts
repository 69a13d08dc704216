import { plain, type Statement } from '../../../core/values.ts'
import { AdminError } from '../../../core/errors.ts'
import { number } from '../../rows.ts'
import type { Answers } from '../../structure.ts'

const GRANTED = `FROM SYS.EFFECTIVE_PRIVILEGES WHERE USER_NAME = CURRENT_USER AND IS_VALID = 'TRUE'`

/**
 * Asks whether the database user may make what a plan makes. The user of a container of SAP HANA Deployment
 * Infrastructure, which is what a binding has, may read and change rows and no more.
 */
export const mayMakeSchema: Statement = plain(
  `SELECT COUNT(*) AS "granted" ${GRANTED} AND OBJECT_TYPE = 'SYSTEMPRIVILEGE' AND PRIVILEGE = 'CREATE SCHEMA'`,
)

export const mayMakeTable = (schema: string): Statement => ({
  sql: `SELECT COUNT(*) AS "granted"
          FROM (SELECT SCHEMA_NAME FROM SYS.SCHEMAS WHERE SCHEMA_NAME = ? AND SCHEMA_OWNER = CURRENT_USER
                UNION ALL
                SELECT SCHEMA_NAME ${GRANTED} AND SCHEMA_NAME = ? AND PRIVILEGE IN ('CREATE ANY', 'CREATE TABLE'))`,
  parameters: [schema, schema],
})

/** @throws AdminError `FORBIDDEN` with what would help. @param privilege as it is granted. */
export const refuseUnlessGranted = (answers: Answers, privilege: string): void => {
  if ((answers['granted'] ?? []).some((row) => number(row, 'granted') > 0)) return
  throw new AdminError(
    'FORBIDDEN',
    `The database user lacks the privilege ${privilege}: grant it, or bind another user. That of a container of SAP HANA Deployment Infrastructure only reads and changes rows: ` +
      `there, tables are made by deploying design-time files, or by the container's API as the owner of its objects (schema '…#DI')`,
  )
}
