import { addView } from './clone-objects.ts'
import type { ClonePlan } from './clone-plan.ts'
import { addRoutine, addType } from './clone-routines.ts'
import { addTable } from './clone-tables.ts'

interface Item {
  readonly key: string
  readonly kind: 'type' | 'routine' | 'table' | 'view'
  readonly add: () => void
}

type Order = Readonly<Record<'before' | 'after', readonly (() => void)[]>>

/**
 * Sorts types, functions, tables and views so that each comes after what it needs.
 *
 * @returns what is made before the rows, and views with what needs them, which may rest on keys.
 */
export const inNeededOrder = (plan: ClonePlan): Order => {
  const { source } = plan
  const items: readonly Item[] = [
    ...(plan.includes('types') ? source.types : []).map((type) => ({
      ...{ key: `type ${type.name}`, kind: 'type' as const },
      add: () => {
        addType(plan, type)
      },
    })),
    ...(plan.includes('functions') ? source.routines : []).map((routine) => ({
      ...{ key: `routine ${routine.id}`, kind: 'routine' as const },
      add: () => {
        addRoutine(plan, routine)
      },
    })),
    ...plan.tables.map((table) => ({
      ...{ key: `relation ${table.name}`, kind: 'table' as const },
      add: () => {
        addTable(plan, table)
      },
    })),
    ...source.views.map((view) => ({
      ...{ key: `relation ${view.name}`, kind: 'view' as const },
      add: () => {
        addView(plan, view)
      },
    })),
  ]
  const needsOf = ({ key }: Item): readonly string[] => (source.needs.get(key) ?? []).map(({ needs }) => needs)
  const ordered = sorted(items, needsOf)
  const late = new Set<string>()
  for (const item of ordered)
    if (item.kind === 'view' || (item.kind !== 'table' && needsOf(item).some((key) => late.has(key))))
      late.add(item.key)
  return {
    before: ordered.filter(({ key }) => !late.has(key)).map(({ add }) => add),
    after: ordered.filter(({ key }) => late.has(key)).map(({ add }) => add),
  }
}

/** Of items that need each other, the one that comes first in the list is made last: only the texts of functions do. */
const sorted = (items: readonly Item[], needsOf: (item: Item) => readonly string[]): Item[] => {
  const byKey = new Map(items.map((item) => [item.key, item]))
  const seen = new Set<Item>()
  const done: Item[] = []
  const visit = (item: Item): void => {
    if (seen.has(item)) return
    seen.add(item)
    for (const key of needsOf(item)) {
      const needed = byKey.get(key)
      if (needed) visit(needed)
    }
    done.push(item)
  }
  items.forEach(visit)
  return done
}
