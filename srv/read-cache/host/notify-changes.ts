import cds from '@sap/cds'
import { installTriggers } from '../external-changes/install-triggers.ts'
import { ModelTables } from '../model-tables.ts'

/** A transaction of a deployment. */
interface Deployment {
  run(sql: string, values?: readonly unknown[]): Promise<unknown>
}

/** CAP's deployment, as far as this file changes it. */
interface Deploy {
  /** Creates tables and views, or brings them up to date. */
  schema: (deployment: Deployment, model: unknown, options: { readonly dry?: boolean }) => Promise<unknown>
}

/** Makes deployments to PostgreSQL have each table tell the servers of its changes. */
export const notifyChanges = (database: object): void => {
  const { deploy } = cds as unknown as { deploy: Deploy }
  const { schema } = deploy
  deploy.schema = async (deployment, model, options) => {
    const result = await schema(deployment, model, options)
    if (options.dry) return result
    const query = async (sql: string, values?: readonly unknown[]) => {
      const rows = await deployment.run(sql, values)
      return { rows: Array.isArray(rows) ? (rows as Record<string, unknown>[]) : [] }
    }
    await installTriggers(query, new ModelTables(database).tables)
    return result
  }
}
