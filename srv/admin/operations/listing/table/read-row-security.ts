import { ask } from '../../../dialects/catalog-query.ts'
import type { Policy, RowSecurity } from '../../../dialects/metadata.ts'
import type { ResolvedTable, SessionContext } from '../../operation.ts'

/** Which rows of a table the database shows to whom. */
export const readRowSecurity = async (
  { dialect: { catalog }, session }: SessionContext,
  { schema, name }: ResolvedTable,
): Promise<{ readonly rowSecurity: RowSecurity | null; readonly policies: readonly Policy[] }> => {
  const asked = { schema, table: name }
  const [rowSecurity = null] = catalog.rowSecurity ? await ask(session, catalog.rowSecurity, asked) : []
  return { rowSecurity, policies: catalog.policies ? await ask(session, catalog.policies, asked) : [] }
}
