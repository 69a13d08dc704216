import { BadRequest } from '../errors/bad-request.ts'
import { compute } from '../lower/put.ts'
import { resolveCondition, resolveValue } from '../meaning/resolve.ts'
import { searched } from '../meaning/search.ts'
import type { OrderItem, Transformation } from '../url/nodes.ts'
import { pathsOfSteps, textOf } from './mentioned.ts'
import { aggregateOn, groupOn } from './aggregate.ts'
import type { Relation } from './relation.ts'
import { settled } from './settled.ts'

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

/** Steps within groups: those only that mean the same of each group as of all rows. */
function groupBy(
  relation: Relation,
  step: Step<'groupby'>,
  by: readonly string[],
  wanted: readonly string[],
): Relation {
  if (!step.then.length) return groupOn(relation, by, [], wanted)
  const last = step.then.at(-1)?.kind
  if (last !== 'aggregate' && last !== 'groupby') throw new BadRequest('groupby is supported with aggregate in it only')
  return step.then.reduce((rows, inner) => {
    if (inner.kind === 'compute') return computed(rows, inner)
    if (inner.kind === 'aggregate') return aggregateOn(rows, inner.items, by, wanted)
    if (inner.kind === 'groupby' && !inner.rollups.length)
      return groupBy(rows, inner, [...new Set([...by, ...inner.by.map(textOf)])], wanted)
    throw new BadRequest('groupby is supported with aggregate in it only')
  }, relation)
}

const computed = (relation: Relation, { items }: Step<'compute'>): Relation => ({
  ...relation,
  names: { ...relation.names, columns: compute(items, relation.names) },
})

const ordered = (relation: Relation, items: readonly OrderItem[], nullsLast = false): Relation => ({
  ...relation,
  order: items.map(({ of, isDescending }) => ({ of: resolveValue(of, relation.names), isDescending, nullsLast })),
})

/** `skip` and `top` of what an earlier page has left. */
function pageOn(relation: Relation, skip: number, top: number | undefined): Relation {
  const { skip: before = 0, top: left } = relation.page ?? {}
  const rest = left === undefined ? undefined : Math.max(0, left - skip)
  const rows = top === undefined ? rest : rest === undefined ? top : Math.min(rest, top)
  return { ...relation, page: { skip: before + skip, ...(rows !== undefined && { top: rows }) } }
}

/** `topcount(3,x)` and `bottomcount(3,x)`: of the rows that have an x at all, those with the most or least of it. */
function bestOn(relation: Relation, { name, measure, by, at }: Step<'best'>): Relation {
  if (!name.endsWith('count')) throw new BadRequest(`The transformation ${name} of $apply is not supported`)
  if (measure.kind !== 'literal' || measure.type !== 'Int') throw new BadRequest(`${name} takes a number of rows`)
  return pageOn(ordered(relation, [{ of: by, isDescending: name === 'topcount', at }], true), 0, Number(measure.text))
}

/**
 * What steps make of rows: several relations after `concat`, one else.
 *
 * @param wanted - what is asked of records behind the last step
 * @throws BadRequest
 */
export function applySteps(start: Relation, steps: readonly Transformation[], wanted: readonly string[]): Relation[] {
  let relation = start
  for (const [index, step] of steps.entries()) {
    const rest = steps.slice(index)
    const asked = [...wanted, ...pathsOfSteps(rest)]
    const rows = (): Relation => (relation.page ? settled(relation, asked) : relation)
    switch (step.kind) {
      case 'identity':
        break
      case 'compute':
        relation = computed(relation, step)
        break
      case 'filter':
        relation = rows()
        relation = { ...relation, filters: [...relation.filters, resolveCondition(step.of, relation.names)] }
        break
      case 'search':
        if (!relation.scope || relation.page) throw new BadRequest('search in $apply is for records')
        relation = { ...relation, filters: [...relation.filters, searched(step.of, relation.names.here)] }
        break
      case 'orderby':
        relation = ordered(rows(), step.items)
        break
      case 'best':
        relation = bestOn(rows(), step)
        break
      case 'top':
        relation = pageOn(relation, 0, step.rows)
        break
      case 'skip':
        relation = pageOn(relation, step.rows, undefined)
        break
      case 'aggregate':
        relation = aggregateOn(relation, step.items, [], asked)
        break
      case 'groupby': {
        const lists = groupings(step)
        if (lists.length > 1 && rest.length > 1) throw new BadRequest('Nothing is supported behind rollup')
        const results = lists.map((by) => groupBy(relation, step, by, asked))
        if (results.length > 1) return results
        relation = results[0] ?? relation
        break
      }
      case 'concat':
        if (rest.length > 1) throw new BadRequest('Nothing is supported behind concat')
        return step.of.flatMap((branch) => applySteps(relation, branch, wanted))
      default:
        throw new BadRequest(`The transformation ${step.name} of $apply is not supported`)
    }
  }
  return [relation]
}
