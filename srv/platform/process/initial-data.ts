import cds from '@sap/cds'

/** A transaction of a deployment. */
interface Deployment {
  run(query: unknown): Promise<unknown>
}

/** CAP's deployment, as far as this file changes it. */
interface Deploy {
  /** Loads the rows that ship. */
  data: (deployment: Deployment, ...rest: readonly unknown[]) => Promise<unknown>
  /** The files with rows that ship, each with the name of its entity, or `*` for a script. */
  resources: (...args: readonly unknown[]) => Promise<Record<string, string>>
}

/**
 * Makes deployments fill empty tables only. CAP would write the rows that ship again with each deployment: what users
 * have changed in them would be lost, and what they have deleted would be back.
 */
export const fillEmptyTablesOnly = (): void => {
  const { deploy } = cds as unknown as { deploy: Deploy }
  const { data, resources } = deploy
  deploy.data = async (deployment, ...rest) => {
    deploy.resources = async (...args) => {
      const wanted: Record<string, string> = {}
      for (const [file, entity] of Object.entries(await resources(...args)))
        if (entity === '*' || (await isEmpty(deployment, entity))) wanted[file] = entity
      return wanted
    }
    try {
      return await data(deployment, ...rest)
    } finally {
      deploy.resources = resources
    }
  }
}

const isEmpty = async (deployment: Deployment, entity: string): Promise<boolean> =>
  !(await deployment.run(SELECT.one.from(entity).columns('1 as one')))
