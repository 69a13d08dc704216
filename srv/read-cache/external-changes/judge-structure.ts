import type { Sources } from '../model-tables.ts'
import { isTelling, type Relation } from './postgres-structure.ts'

export interface Judgement {
  /**
   * `told`: triggers tell of every change. `any`: they do not, so that whatever is committed may be a change. `none`: rows
   * change without a commit.
   */
  readonly trust: 'told' | 'any' | 'none'
  /** Why not `told`. */
  readonly reasons: readonly string[]
  /** Whether a change may cause others. */
  readonly hasEffects: boolean
}

/** Finds out whether the database is what the model says, and whether it tells of every change. */
export const judgeStructure = (relations: readonly Relation[], sources: Sources): Judgement => {
  const byOid = new Map(relations.map((each) => [each.oid, each]))
  const reasons = new Set<string>()
  const foreign = new Set<Relation>()

  /** @param above the name of the table that this one inherits from. @returns the model's tables that rows come from. */
  const visit = (relation: Relation | undefined, above?: string): readonly string[] => {
    if (!relation) return []
    const { kind, path, hasPolicies, hasFunctions, children, reads } = relation
    if (hasPolicies) reasons.add(`${path} has row-level security`)
    if (hasFunctions) reasons.add(`${path} calls functions`)
    if (kind === 'v') return (reads ?? []).flatMap((each) => visit(byOid.get(each)))
    const name = above ?? relation.name
    if (kind === 'f') foreign.add(relation)
    if (kind !== 'r' && kind !== 'p') reasons.add(`${path} is not an ordinary table`)
    else if (name === null) reasons.add(`${path} is not part of the model`)
    else if (!isTelling(relation, name)) reasons.add(`${path} lacks a trigger that tells of changes, or it is disabled`)
    for (const child of children ?? []) visit(byOid.get(child), name ?? path)
    return [name ?? path]
  }

  for (const relation of relations) {
    const expected = relation.name === null ? undefined : sources.get(relation.name)
    if (!expected) continue
    if (!isSame(visit(relation), expected))
      reasons.add(`${relation.path} takes its rows from other tables than the model says`)
  }
  const trust = foreign.size > 0 ? 'none' : reasons.size > 0 ? 'any' : 'told'
  const hasEffects = trust !== 'told' || relations.some((each) => each.hasEffects)
  return { trust, reasons: [...reasons], hasEffects }
}

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  [...new Set(some)].sort().join() === [...new Set(others)].sort().join()
