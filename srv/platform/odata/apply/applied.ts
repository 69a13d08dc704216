import { BadRequest } from '../errors/bad-request.ts'
import { split } from '../options/split.ts'
import { type QueryOption, valueOf } from '../options/query-string.ts'
import { readExpression } from '../options/read-expression.ts'
import { readApply, readComputed, readOrder } from './read-apply.ts'
import type { ParseOption } from './source.ts'
import type { Transformation } from './transformation.ts'

/** A property of the rows: its path, and the type that the model would name. */
export interface Property {
  readonly path: string
  readonly type: string
}

/** What `$apply` asks for beyond what other options can say. */
export interface Applied {
  /** Whether the answer is rows that are no records: groups, figures. Else it is some of the records. */
  readonly isResult: boolean
  readonly steps: readonly Transformation[]
  /** The names that `$select` asks for, if it does. */
  readonly select?: readonly string[]
  readonly parseRecords: ParseOption
  readonly parseResult: ParseOption
  /** The properties of the rows, once they are read; a list for each part that `concat` puts together. */
  lists?: readonly (readonly Property[])[]
}

const applied = new WeakMap<object, Applied>()

/** Notes what `$apply` asks for with the query of a request. */
export const noteApplied = (query: object, what: Applied): void => {
  applied.set(query, what)
}

/** What `$apply` asks for in a query, if anything. */
export const appliedTo = (query: object | undefined): Applied | undefined => query && applied.get(query)

/** What is left of the options, and the steps that they cannot say. */
export interface Divided {
  readonly options: readonly QueryOption[]
  readonly rest?: Pick<Applied, 'isResult' | 'steps' | 'select'>
}

const FOR_PAGES: ReadonlySet<string> = new Set(['$top', '$skip', '$count', '$skiptoken', '$format'])

const makesResult = (steps: readonly Transformation[]): boolean =>
  steps.some(({ kind }) => kind === 'group' || kind === 'concat')

/** The other options have their effect behind `$apply`: as more steps of it. */
function ofResult(steps: readonly Transformation[], options: readonly QueryOption[]): Divided {
  const isConcat = steps.at(-1)?.kind === 'concat'
  const more: Transformation[] = []
  let select: string[] | undefined
  for (const { name, value: text } of options) {
    if (!name.startsWith('$') || FOR_PAGES.has(name) || name === '$apply') continue
    if (isConcat) throw new BadRequest(`${name} is not supported with concat`)
    if (name === '$compute') more.unshift({ kind: 'compute', items: readComputed(text), text })
    else if (name === '$filter') more.push({ kind: 'filter', condition: readExpression(text), text })
    else if (name === '$select') select = split(text, ',')
    else if (name !== '$orderby') throw new BadRequest(`${name} is not supported with aggregated rows`)
  }
  for (const { name, value: text } of options)
    if (name === '$orderby') more.push({ kind: 'order', items: readOrder(text), text })
  return {
    options: options.filter(({ name }) => !name.startsWith('$') || FOR_PAGES.has(name)),
    rest: { isResult: true, steps: [...steps, ...more], ...(select && { select }) },
  }
}

/** What chooses records and orders them is said by other options. A page of them is a condition of its own. */
function ofRecords(steps: readonly Transformation[], options: readonly QueryOption[]): Divided {
  const isPaged = steps.some(({ kind }) => kind === 'page')
  const textsOf = (kind: string): string[] =>
    steps.flatMap((step) => (step.kind === kind && 'text' in step ? [step.text] : []))
  const own = (name: string): string[] => [valueOf(options, name) ?? []].flat()
  const computes = [...textsOf('compute'), ...own('$compute')]
  const filters = [...(isPaged ? [] : textsOf('filter')), ...own('$filter')]
  const order = own('$orderby')[0] ?? textsOf('order').at(-1)
  const replaced = new Set(['$apply', '$compute', '$filter', '$orderby'])
  return {
    options: [
      ...options.filter(({ name }) => !replaced.has(name)),
      ...(computes.length ? [{ name: '$compute', value: computes.join(',') }] : []),
      ...(filters.length ? [{ name: '$filter', value: filters.map((text) => `(${text})`).join(' and ') }] : []),
      ...(order === undefined ? [] : [{ name: '$orderby', value: order }]),
    ],
    ...(isPaged && { rest: { isResult: false, steps } }),
  }
}

/**
 * Divides options with `$apply` among them into such as CAP's parser takes, and steps that are left.
 *
 * @throws BadRequest
 */
export function divideApply(options: readonly QueryOption[]): Divided {
  const text = valueOf(options, '$apply')
  if (text === undefined) return { options }
  const steps = readApply(text)
  return makesResult(steps) ? ofResult(steps, options) : ofRecords(steps, options)
}
