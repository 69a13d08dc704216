import { BadRequest } from '../errors/bad-request.ts'
import { readNamed } from '../options/compute.ts'
import { readExpression } from '../options/read-expression.ts'
import { split } from '../options/split.ts'
import { readAggregate } from './read-aggregate.ts'
import type { NamedExpression, OrderItem, Transformation } from './transformation.ts'

const number = (text: string): number => {
  const value = Number(text)
  if (!/^\s*\d+\s*$/.test(text) || !Number.isSafeInteger(value)) throw new BadRequest(`${text} is no number of rows`)
  return value
}

/** An item of an order, such as `title desc`. */
const readOrderItem = (text: string): OrderItem => {
  const direction = /\s(asc|desc)$/i.exec(text)?.[1] ?? ''
  const of = readExpression(text.slice(0, text.length - direction.length))
  return { of, isDescending: direction.toLowerCase() === 'desc' }
}

/** The items of an order. */
export const readOrder = (text: string): OrderItem[] => split(text, ',').map(readOrderItem)

/** The items of `compute`. */
export const readComputed = (text: string): NamedExpression[] =>
  split(text, ',').map((item) => {
    const { of, name } = readNamed(item)
    return { of: readExpression(of), name }
  })

/** The part of the text between the parentheses that it begins and ends with. */
const withoutParentheses = (text: string): string => {
  if (!text.startsWith('(') || !text.endsWith(')')) throw new BadRequest(`${text} needs parentheses`)
  return text.slice(1, -1)
}

/** Steps within groups: those only that mean the same of each group as of all rows. */
const withinGroups =
  (by: readonly string[]) =>
  (step: Transformation): Transformation => {
    if (step.kind === 'compute') return step
    if (step.kind !== 'group') throw new BadRequest('groupby is supported with aggregate in it only')
    return { ...step, by: [...new Set([...by, ...step.by])] }
  }

function readGroupBy(text: string): Transformation[] {
  const [paths = '', inner, ...more] = split(text, ',')
  const by = [...new Set(split(withoutParentheses(paths), ','))]
  if (!by.length || more.length) throw new BadRequest('groupby needs paths in parentheses, and one aggregate at most')
  for (const path of by) {
    if (readExpression(path).kind !== 'path') throw new BadRequest(`groupby takes properties, and not ${path}`)
  }
  if (inner === undefined) return [{ kind: 'group', by, aggregates: [] }]
  const steps = readApply(inner).map(withinGroups(by))
  if (steps.at(-1)?.kind !== 'group') throw new BadRequest('groupby is supported with aggregate in it only')
  return steps
}

/** `topcount(3,x)` and `bottomcount(3,x)`: of the rows that have an x at all, those with the most or least of it. */
function readBest(text: string, isDescending: boolean): Transformation[] {
  const [count = '', by = '', ...more] = split(text, ',')
  if (!by || more.length) throw new BadRequest('topcount and bottomcount take a number of rows and an expression')
  const top = number(count)
  return [
    {
      kind: 'order',
      items: [{ of: readExpression(by), isDescending, nullsLast: true }],
      text: isDescending ? `${by} desc` : by,
    },
    { kind: 'page', skip: 0, top },
  ]
}

const STEPS: ReadonlyMap<string, (text: string) => Transformation[]> = new Map<
  string,
  (text: string) => Transformation[]
>([
  ['aggregate', readAggregate],
  ['groupby', readGroupBy],
  ['filter', (text) => [{ kind: 'filter', condition: readExpression(text), text }]],
  ['orderby', (text) => [{ kind: 'order', items: readOrder(text), text }]],
  ['top', (text) => [{ kind: 'page', skip: 0, top: number(text) }]],
  ['skip', (text) => [{ kind: 'page', skip: number(text) }]],
  ['topcount', (text) => readBest(text, true)],
  ['bottomcount', (text) => readBest(text, false)],
  ['compute', (text) => [{ kind: 'compute', items: readComputed(text), text }]],
  ['concat', (text) => [{ kind: 'concat', of: split(text, ',').map(readApply) }]],
])

function readStep(text: string): Transformation[] {
  if (text === 'identity') return []
  const open = text.indexOf('(')
  const name = text.slice(0, Math.max(0, open)).trim()
  const read = STEPS.get(name)
  if (name === 'search') throw new BadRequest('search is not supported in $apply: use $search')
  if (!read) throw new BadRequest(`The transformation ${name || text} of $apply is not supported`)
  return read(withoutParentheses(text.slice(open)).trim())
}

/**
 * Reads the value of `$apply`.
 *
 * @throws BadRequest for what is not understood or not supported
 * @see OData Extension for Data Aggregation 4.0
 */
export function readApply(text: string): Transformation[] {
  const steps = split(text, '/')
  if (!steps.length) throw new BadRequest('$apply needs a transformation')
  return steps.flatMap(readStep)
}
