import { BadRequest, placed } from '../../protocol/errors.ts'
import { compute, sortedBy } from '../lower/put.ts'
import { resolveCondition } from '../../meaning/resolve.ts'
import { searched } from '../../meaning/search.ts'
import type { OrderItem, Transformation } from '../../url/nodes.ts'
import { pathsOfSteps, textOf } from './applied.ts'
import { aggregateOn, groupOn, settled } from './aggregate.ts'
import { joinOn } from './join.ts'
import type { Relation } from './relation.ts'
import { pageOfGroups, partOfSum } from './windows.ts'

type Step<Kind extends Transformation['kind']> = Transformation & { readonly kind: Kind }

/** The groupings that `rollup` stands for: from all of its levels to the fewest, which is none at all with `$all`. */
const groupings = ({ by, rollups }: Step<'groupby'>): string[][] =>
  rollups.reduce<string[][]>(
    (lists, levels) => {
      const [first] = levels
      const names = levels.filter(({ segments }) => segments.length).map(textOf)
      const least = first && !first.segments.length ? 0 : 1
      const parts = Array.from({ length: names.length - least + 1 }, (_, index) => names.slice(0, names.length - index))
      return lists.flatMap((list) => parts.map((part) => [...list, ...part]))
    },
    [by.map(textOf)],
  )

const ordered = (relation: Relation, items: readonly OrderItem[], nullsLast = false): Relation => ({
  ...relation,
  order: items.map((item) => ({ of: sortedBy(item, relation.names), isDescending: item.isDescending, nullsLast })),
})

/** `skip` and `top` of what an earlier page has left. */
function pageOn(relation: Relation, skip: number, top: number | undefined): Relation {
  const { skip: before = 0, top: left } = relation.page ?? {}
  const rest = left === undefined ? undefined : Math.max(0, left - skip)
  const rows = top === undefined ? rest : rest === undefined ? top : Math.min(rest, top)
  return { ...relation, page: { skip: before + skip, ...(rows !== undefined && { top: rows }) } }
}

/** Rows as some steps have left them, and what is left to do. */
interface Stage {
  readonly relation: Relation
  /** What is asked of records from this step on. */
  readonly asked: readonly string[]
  /** The groups that the steps are about; of none they are about all rows. */
  readonly by: readonly string[]
}

const page = ({ relation, by, asked }: Stage, skip: number, top?: number): Relation =>
  by.length ? pageOfGroups(relation, by, { skip, top }, asked) : pageOn(relation, skip, top)

/** Those rows of all that have the most of something, or the least. */
function best(stage: Stage, step: Step<'best'>): Relation {
  const { name, measure, by: of, at } = step
  const relation = ordered(stage.relation, [{ of, isDescending: name.startsWith('top'), at }], true)
  if (!name.endsWith('count')) return partOfSum(relation, step, stage.by, stage.asked)
  if (measure.kind !== 'literal' || measure.type !== 'Int') throw new BadRequest(`${name} takes a number of rows`)
  return page({ ...stage, relation }, 0, Number(measure.text))
}

/** Steps within groups, of which those that choose rows leave what groups have. */
function groupBy({ relation, asked, by }: Stage, step: Step<'groupby'>): Relation[] {
  return groupings(step).flatMap((list) => {
    const groups = [...new Set([...by, ...list])]
    if (!step.then.length) return groupOn(relation, groups, [], asked)
    return applySteps(relation, step.then, asked, groups).map((rows) => ({
      ...rows,
      hidden: rows.hidden.filter((name) => !groups.includes(name)),
    }))
  })
}

function apply(stage: Stage, step: Transformation): Relation[] {
  const { relation, asked, by } = stage
  switch (step.kind) {
    case 'identity':
      return [relation]
    case 'compute':
      return [{ ...relation, names: { ...relation.names, columns: compute(step.items, relation.names) } }]
    case 'filter':
      return [{ ...relation, filters: [...relation.filters, resolveCondition(step.of, relation.names)] }]
    case 'search':
      if (!relation.scope) throw new BadRequest('search in $apply is for records')
      return [{ ...relation, filters: [...relation.filters, searched(step.of, relation.names.here)] }]
    case 'orderby':
      return [ordered(relation, step.items)]
    case 'best':
      return [best(stage, step)]
    case 'top':
      return [page(stage, 0, step.rows)]
    case 'skip':
      return [page(stage, step.rows)]
    case 'aggregate':
      return [aggregateOn(relation, step.items, by, asked)]
    case 'groupby':
      return groupBy(stage, step)
    case 'concat':
      return step.of.flatMap((branch) => applySteps(relation, branch, asked, by))
    case 'nested':
      return [joinOn(relation, step)]
    default:
      throw new BadRequest(`The transformation ${step.name} of $apply is not supported`)
  }
}

/** These are about rows, of which a page may be there already. */
const ON_PAGES: ReadonlySet<Transformation['kind']> = new Set(['identity', 'compute', 'top', 'skip', 'concat'])

/**
 * What steps make of rows: several relations after `concat`, one else.
 *
 * @param wanted - what is asked of records behind the last step
 * @param by - the properties that tell groups apart, each of which the steps are about
 * @throws BadRequest
 */
export function applySteps(
  start: Relation,
  steps: readonly Transformation[],
  wanted: readonly string[],
  by: readonly string[] = [],
): Relation[] {
  let relations = [start]
  for (const [index, step] of steps.entries()) {
    const asked = [...wanted, ...by, ...pathsOfSteps(steps.slice(index))]
    const [before = start, ...more] = relations
    if (more.length) throw new BadRequest('nothing is supported behind concat and rollup', undefined, step.at)
    const isSettled = before.page && !ON_PAGES.has(step.kind)
    const relation = isSettled ? settled(before, asked) : before
    relations = placed(step.at, () => apply({ relation, asked, by }, step))
  }
  return relations
}
