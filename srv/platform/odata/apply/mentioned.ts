import type { Expression, Lambda, Path, Transformation } from '../url/nodes.ts'

/** How a path of properties is written. */
export const textOf = ({ segments }: Path): string =>
  segments.map((segment) => ('name' in segment ? segment.name : '')).join('/')

const ofLambda = ({ of }: Lambda): string[] => (of ? mentioned(of) : [])

/** The paths of an expression; those with variables of lambdas in front are among them. */
export function mentioned(expression: Expression): string[] {
  switch (expression.kind) {
    case 'path': {
      const last = expression.segments.at(-1)
      return last?.kind === 'lambda' ? ofLambda(last) : [textOf(expression)]
    }
    case 'call':
      return expression.args.flatMap(mentioned)
    case 'list':
      return expression.of.flatMap(mentioned)
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
          ...from.map(({ path }) => textOf(path)),
        ])
      case 'groupby':
        return [...[...step.by, ...step.rollups.flat()].map(textOf), ...pathsOfSteps(step.then)]
      case 'concat':
        return step.of.flatMap(pathsOfSteps)
      default:
        return []
    }
  })
