import cds from '@sap/cds'
import type { Element, Entity, Token } from '../cap/csn.ts'
import { foreignKeyOf } from '../cap/model.ts'
import { sharedKey } from '../cap/shared-key.ts'

/** A transaction of a deployment. */
interface Deployment {
  readonly model: { readonly definitions: Readonly<Record<string, Entity | undefined>> }
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
    const filled: string[] = []
    const kept: string[] = []
    deploy.resources = async (...args) => {
      const wanted: Record<string, string> = {}
      for (const [file, entity] of Object.entries(await resources(...args))) {
        const isScript = entity === '*'
        const isWanted = isScript || (await isEmpty(deployment, entity))
        if (isWanted) wanted[file] = entity
        if (!isScript) (isWanted ? filled : kept).push(entity)
      }
      return wanted
    }
    try {
      const result = await data(deployment, ...rest)
      if (kept.length > 0) await dropOrphans(deployment, filled)
      return result
    } finally {
      deploy.resources = resources
    }
  }
}

const isEmpty = async (deployment: Deployment, entity: string): Promise<boolean> =>
  !(await deployment.run(SELECT.one.from(entity).columns('1 as one')))

/** Rows that ship may refer to others that ship, which users have deleted: they are left out, and so are those that refer to them. */
const dropOrphans = async (deployment: Deployment, filled: readonly string[]): Promise<void> => {
  const orphans = filled.flatMap((name) => {
    const { elements = {} } = deployment.model.definitions[name] ?? {}
    return Object.values(elements).flatMap((element) => orphansBy(name, element))
  })
  let isDone: boolean
  do {
    isDone = true
    for (const { from, where } of orphans) {
      const columns = [{ val: 1, as: 'orphan' }]
      if (!(await deployment.run({ SELECT: { one: true, from, columns, where } }))) continue
      await deployment.run({ DELETE: { from, where } })
      isDone = false
    }
  } while (!isDone)
}

const orphansBy = (name: string, element: Element): { from: { ref: string[] }; where: Token[] }[] => {
  const column = foreignKeyOf(element)
  const target = element._target
  if (column === undefined || !target || target.query) return []
  const partners = { SELECT: { from: { ref: [target.name] }, columns: [{ ref: [sharedKey(target)] }] } }
  const where = [{ ref: [column] }, 'is not null', 'and', { ref: [column] }, 'not in', partners]
  return [{ from: { ref: [name] }, where }]
}
