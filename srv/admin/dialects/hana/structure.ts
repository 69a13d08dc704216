import type { Structure } from '../structure.ts'
import { clone } from './structure/clone.ts'
import { copies } from './structure/copies.ts'
import { copy } from './structure/copy.ts'

/** https://help.sap.com/docs/hana-cloud-database/sap-hana-cloud-sap-hana-database-sql-reference-guide/identifiers */
const MAX_NAME_CHARACTERS = 127

/** Taken from SAP's documentation: the session has switched off that each change of structure commits. */
export const structure: Structure = {
  nameProblem: (name) =>
    name.length > MAX_NAME_CHARACTERS ? `A name has at most ${MAX_NAME_CHARACTERS} characters` : null,
  clone,
  copy,
  copies,
}
