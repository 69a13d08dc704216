import cds from '@sap/cds'
import type { Entity } from './csn.ts'

const definitions = (): Readonly<Record<string, Entity>> =>
  (cds.model?.definitions ?? {}) as unknown as Readonly<Record<string, Entity>>

/** An entity of the served model by its full name. */
export const entityNamed = (name: string): Entity | undefined =>
  Object.hasOwn(definitions(), name) ? definitions()[name] : undefined

/** Every entity of the served model, without the tables of drafts. */
export const allEntities = (): Entity[] =>
  Object.values(definitions()).filter((definition) => definition.kind === 'entity' && !definition.isDraft)
