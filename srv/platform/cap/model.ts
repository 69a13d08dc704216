import cds from '@sap/cds'
import { type Element, elementOf, type Entity } from './csn.ts'

/** Those that CAP itself sets something for. */
const OF_CAP = ['development', 'production', 'test', 'hybrid', 'java', 'schevo']

/** Names of all profiles that any settings are for, which CAP collects for editors: its own, and the others. */
export const definedProfiles = (): { own: readonly string[]; others: readonly string[] } => {
  const { 'defined-profiles': all } = cds.env as unknown as { 'defined-profiles': readonly string[] }
  return { own: OF_CAP, others: all.filter((name) => !OF_CAP.includes(name)) }
}

/** The entity that carries the annotations: draft tables lack some. */
export const declared = (entity: Entity): Entity => entity.actives ?? entity

/** The entity whose table a projection shows. */
export const baseOf = (entity: Entity): Entity => {
  const source = declared(entity).query?._target
  return source ? baseOf(source) : declared(entity)
}

/** The name of the one foreign key column of a managed to-one association; undefined for other elements. */
export function foreignKeyOf(element: Element): string | undefined {
  const [key, ...more] = element.keys ?? []
  return element.is2one && !element.on && key && !more.length ? `${element.name}_${key.ref.join('_')}` : undefined
}

/** The name of the association by which the items of a composition refer to their owner. */
export const uplinkOf = (composition: Element): string | undefined => {
  const [left] = composition.on ?? []
  return typeof left === 'object' && left.ref?.[0] === composition.name ? (left.ref[1] as string) : undefined
}

/** The columns of each `@assert.unique` of an entity, without those that are the same for all items of one owner. */
export function uniqueColumns(draftOrActive: Entity, uplink?: string): string[][] {
  const entity = declared(draftOrActive)
  const groups = Object.keys(entity).filter((key) => key.startsWith('@assert.unique.'))
  return groups.map((key) => {
    const names = (entity[key as `@${string}`] as { '=': string }[]).map((each) => each['='])
    return names
      .filter((name) => name !== uplink)
      .flatMap((name) => {
        const element = elementOf(entity, name)
        return element ? [foreignKeyOf(element) ?? name] : []
      })
  })
}
