import { BadRequest } from '../errors/bad-request.ts'
import { readNamed } from '../options/compute.ts'
import { readExpression } from '../options/read-expression.ts'
import { split } from '../options/split.ts'
import type { Aggregate, Transformation } from './transformation.ts'

export const METHODS: ReadonlySet<string> = new Set(['sum', 'min', 'max', 'average', 'countdistinct'])

const methodOf = (name: string): string => {
  if (!METHODS.has(name)) throw new BadRequest(`The method ${name} of aggregate is not supported`)
  return name
}

/** An item in words: an expression, `with` its method, and any number of `from` a path `with` a method. */
interface Item {
  readonly aggregate: Aggregate
  readonly from: readonly { readonly path: string; readonly method: string }[]
}

function readItem(text: string): Item {
  const { of, name } = readNamed(text)
  if (of === '$count') return { aggregate: { method: 'count', name }, from: [] }
  const [first = '', ...from] = of.split(/\sfrom\s/)
  const withMethod = (part: string): [string, string] => {
    const [path = '', method, ...more] = part.split(/\swith\s/)
    if (method === undefined || more.length) throw new BadRequest(`${text} needs a method: … with sum as ${name}`)
    return [path.trim(), methodOf(method.trim())]
  }
  const [expression, method] = withMethod(first)
  return {
    aggregate: { method, of: readExpression(expression), name },
    from: from.map(withMethod).map(([path, outer]) => ({ path, method: outer })),
  }
}

/**
 * Reads the items of `aggregate`. `x with sum from y with average as t` is the average over all y of the sums of x: two
 * steps, the first of which groups by y.
 *
 * @throws BadRequest
 */
export function readAggregate(text: string): Transformation[] {
  const items = split(text, ',').map(readItem)
  const [first, ...more] = items
  if (!first) throw new BadRequest('aggregate needs something to compute')
  if (items.every(({ from }) => !from.length))
    return [{ kind: 'group', by: [], aggregates: items.map(({ aggregate }) => aggregate) }]
  if (more.length) throw new BadRequest('aggregate takes from in an only item')
  const { aggregate, from } = first
  const { name } = aggregate
  // Each step still tells apart what the steps behind it group by.
  const by = (index: number): string[] => from.slice(index).map(({ path }) => path)
  return [
    { kind: 'group', by: by(0), aggregates: [aggregate] },
    ...from.map(({ method }, index): Transformation => ({
      kind: 'group',
      by: by(index + 1),
      aggregates: [{ method, of: { kind: 'path', text: name }, name }],
    })),
  ]
}
