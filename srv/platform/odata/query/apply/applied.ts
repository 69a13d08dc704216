import { BadRequest } from '../../protocol/errors.ts'
import type { Search, Computed, Expression, Options, OrderItem, Transformation, Lambda, Path } from '../../url/nodes.ts'

/** A property of the rows: its path, and the type that the model would name. */
interface Property {
  readonly path: string
  readonly type: string
}

/** What `$apply` asks for beyond what other options can say. */
export interface Applied {
  /** Whether the answer is rows that are no records: groups, figures. Else it is some of the records. */
  readonly isResult: boolean
  readonly steps: readonly Transformation[]
  /** The names that `$select` asks for, if it does. */
  readonly select?: readonly string[] | undefined
  readonly aliases: ReadonlyMap<string, Expression>
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

/** Transformations of tables that are trees, which CAP's databases answer by themselves. */
const HIERARCHICAL = /^(?:ancestors|descendants|com\.sap\.vocabularies\.Hierarchy\.v1\.TopLevels)$/

export const isHierarchical = (steps: readonly Transformation[] = []): boolean =>
  steps.some((step) => step.kind === 'custom' && HIERARCHICAL.test(step.name))

/** What other options say, and the steps that these cannot say. */
interface Divided {
  readonly options: Options
  readonly steps?: Pick<Applied, 'isResult' | 'steps' | 'select'>
}

const MAKE_RESULTS: ReadonlySet<string> = new Set(['groupby', 'aggregate', 'concat', 'nested'])

/** The other options have their effect behind `$apply`: as more steps of it. */
function ofResult(steps: readonly Transformation[], asked: Options): Divided {
  const isConcat = steps.at(-1)?.kind === 'concat'
  const { filter, search, compute, orderby, select, expand } = asked
  const more: Transformation[] = [
    ...(compute?.[0] ? [{ kind: 'compute', items: compute, at: compute[0].at } as const] : []),
    ...(filter ? [{ kind: 'filter', of: filter, at: filter.at } as const] : []),
    ...(orderby?.[0] ? [{ kind: 'orderby', items: orderby, at: orderby[0].at } as const] : []),
  ]
  if (search) throw new BadRequest('$search is not supported with aggregated rows')
  if (isConcat && (more.length || select)) throw new BadRequest('No more than pages is supported with concat')
  if (expand) throw new BadRequest('$expand is not supported with aggregated rows')
  const names = select?.map(({ path }) => path.join('/'))
  return { options: {}, steps: { isResult: true, steps: [...steps, ...more], select: names } }
}

const both = (conditions: readonly Expression[]): Expression | undefined =>
  conditions.length
    ? conditions.reduce((left, right) => ({ kind: 'binary', operator: 'and', left, right, at: right.at }))
    : undefined

const orderOf = (step: Transformation): readonly OrderItem[] | undefined => {
  if (step.kind === 'best') return [{ of: step.by, isDescending: step.name.startsWith('top'), at: step.at }]
  return step.kind === 'orderby' ? step.items : undefined
}

/** What chooses records and orders them is said by other options. A page of them is a condition of its own. */
function ofRecords(steps: readonly Transformation[], asked: Options): Divided {
  const isPaged = steps.some(({ kind }) => kind === 'top' || kind === 'skip' || kind === 'best')
  const computes: Computed[] = steps.flatMap((step) => (step.kind === 'compute' ? step.items : []))
  const filters = isPaged ? [] : steps.flatMap((step) => (step.kind === 'filter' ? [step.of] : []))
  const searches = isPaged ? [] : steps.flatMap((step) => (step.kind === 'search' ? [step.of] : []))
  const filter = both([...filters, ...(asked.filter ? [asked.filter] : [])])
  const [first, ...others] = [...searches, ...(asked.search ? [asked.search] : [])]
  const search: Search | undefined = first && { kind: 'and', of: [first, ...others], at: first.at }
  const orderby = asked.orderby ?? steps.map(orderOf).findLast((items) => items !== undefined)
  const compute = [...computes, ...(asked.compute ?? [])]
  return {
    options: {
      ...(asked.expand && { expand: asked.expand }),
      ...(asked.select && { select: asked.select }),
      ...(filter && { filter }),
      ...(search && { search }),
      ...(orderby && { orderby }),
      ...(compute.length && { compute }),
    },
    ...(isPaged && { steps: { isResult: false, steps } }),
  }
}

/**
 * Divides what is asked for with `$apply` into what other options say as well, and steps that are left.
 *
 * @throws BadRequest
 */
export function divideApply(asked: Options): Divided {
  const { apply } = asked
  if (!apply) return { options: asked }
  const custom = apply.find((step) => step.kind === 'custom')
  if (custom) throw new BadRequest(`The transformation ${custom.name} of $apply is not supported`)
  return apply.some(({ kind }) => MAKE_RESULTS.has(kind)) ? ofResult(apply, asked) : ofRecords(apply, asked)
}

/** How a path of properties is written. */
export const textOf = ({ segments }: Path): string =>
  segments.map((segment) => ('name' in segment ? segment.name : '')).join('/')

const ofLambda = ({ of }: Lambda): string[] => (of ? mentioned(of) : [])

/** The paths of an expression; those with variables of lambdas in front are among them. */
function mentioned(expression: Expression): string[] {
  switch (expression.kind) {
    case 'path': {
      const last = expression.segments.at(-1)
      return last?.kind === 'lambda' ? ofLambda(last) : [textOf(expression)]
    }
    case 'call':
      return expression.args.flatMap(mentioned)
    case 'list':
      return expression.of.flatMap(mentioned)
    case 'case':
      return expression.of.flatMap(({ when, then }) => [...mentioned(when), ...mentioned(then)])
    case 'not':
    case 'minus':
      return mentioned(expression.of)
    case 'binary':
      return [...mentioned(expression.left), ...mentioned(expression.right)]
    default:
      return []
  }
}

/** The paths that steps mention. */
export const pathsOfSteps = (steps: readonly Transformation[]): string[] =>
  steps.flatMap((step): readonly string[] => {
    switch (step.kind) {
      case 'filter':
        return mentioned(step.of)
      case 'best':
        return mentioned(step.by)
      case 'orderby':
      case 'compute':
        return step.items.flatMap(({ of }) => mentioned(of))
      case 'aggregate':
        return step.items.flatMap(({ of, from }) => [
          ...(of ? mentioned(of) : []),
          ...from.flatMap(({ paths }) => paths.map(textOf)),
        ])
      case 'groupby':
        return [...[...step.by, ...step.rollups.flat()].map(textOf), ...pathsOfSteps(step.then)]
      case 'concat':
        return step.of.flatMap(pathsOfSteps)
      default:
        return []
    }
  })
