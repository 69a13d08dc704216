import { canonicalPath } from './canonical-path.ts'
import { serviceRoot } from './service-root.ts'
import type { CapAdapter, Entity as TargetEntity } from '../../cap/odata.ts'
import type { Entity } from '../../cap/csn.ts'

/** The entity reference that stands for a record in an answer. */
export interface Reference {
  readonly '@odata.id': string
}

/** CAP's data about a draft is part of the record, and has no address of its own. */
export const isReferable = ({ name }: { readonly name: string }): boolean => !name.endsWith('.DraftAdministrativeData')

/** The reference to a record by its absolute URL. Each record that was read has its key. */
export const referenceTo = (row: object, entity: Entity, adapter: CapAdapter): Reference => {
  const path = canonicalPath(
    entity as unknown as TargetEntity,
    row as Record<string, unknown>,
    adapter.service.definition.name,
  )
  if (path === undefined) throw new Error(`A record of ${entity.name} was read without its key`)
  return { '@odata.id': serviceRoot(adapter) + path }
}
