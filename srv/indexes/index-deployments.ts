import cds from '@sap/cds'
import { createIndexesOf, type Database, type Model } from './create-indexes.ts'

/** CAP's deployments, as far as its types do not know them. */
interface Cap {
  readonly deploy: { schema: Schema }
}

type Schema = (database: Database, csn?: object, options?: Options) => Promise<unknown>

interface Options {
  /** Statements are shown, not run. */
  readonly dry?: boolean
  /** The model is noted, without tables. */
  readonly 'model-only'?: boolean
}

/**
 * Every deployment of CAP makes the indexes of associations after the tables, by whatever it is started: `cds deploy`,
 * `cds-deploy`, a server with a database in memory, a new tenant.
 */
export const indexDeployments = (): void => {
  const deployments = (cds as unknown as Cap).deploy
  const { schema } = deployments
  deployments.schema = async (database, csn = database.model, options) => {
    const result = await schema.call(deployments, database, csn, options)
    if (options?.dry || options?.['model-only']) return result
    const made = await createIndexesOf(database, cds.compile.for.nodejs(csn) as unknown as Model)
    if (made > 0) cds.log('deploy').info(`/> created ${String(made)} indexes for associations`)
    return result
  }
}
