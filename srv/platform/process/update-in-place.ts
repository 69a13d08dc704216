import cds from '@sap/cds'
import { lockDatabaseFile } from './sqlite-backup.ts'
import { updateTables } from './update-tables.ts'

/** A transaction of a deployment. */
interface Deployment {
  readonly options: object
  readonly kind?: string
  url4(tenant?: string): string
}

interface Options {
  readonly dry?: boolean
  /** What CAP keeps of the model for a deployment of its own kind, which this one has no use for. */
  readonly 'model-only'?: boolean
}

/** CAP's deployment, as far as this file changes it. */
interface Deploy {
  /** Creates tables and views; resolves to whether there are any. */
  schema: (deployment: Deployment, model: unknown, options: Options) => Promise<unknown>
}

const changed = new WeakSet()

/**
 * Makes deployments to SQLite files change what is there. CAP would drop all tables and make them anew: what users have
 * written would be lost.
 */
export const updateInPlace = (): void => {
  const { deploy } = cds as unknown as { deploy: Deploy }
  if (changed.has(deploy)) return
  changed.add(deploy)
  const { schema } = deploy
  deploy.schema = async (deployment, model, options) => {
    const file = deployment.kind === 'sqlite' ? deployment.url4() : ':memory:'
    if (file === ':memory:' || options.dry === true || options['model-only'] === true)
      return schema(deployment, model, options)
    if (!(await lockDatabaseFile(file))) throw new Error(`A server or another deployment uses ${file}: stop it first`)
    const statements = cds.compile.to.sql(model as never, { ...deployment.options, ...options } as never)
    const { kept, orphans } = updateTables(file, [...(statements as unknown as Iterable<string>)])
    if (kept.length > 0) cds.log('deploy').info('kept, though the model does not have it:', kept.join(', '))
    for (const each of orphans) cds.log('deploy').warn(`${each}: they stay as they are, new ones are refused`)
    return true
  }
}
