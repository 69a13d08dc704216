import type { Expression } from '../options/expression.ts'
import type { Transformation } from './transformation.ts'

/** The paths of an expression, and whether it asks for linked records. */
export interface Mentioned {
  readonly paths: readonly string[]
  readonly hasLinks: boolean
}

const together = (parts: readonly Mentioned[]): Mentioned => ({
  paths: [...new Set(parts.flatMap(({ paths }) => paths))],
  hasLinks: parts.some(({ hasLinks }) => hasLinks),
})

/** What an expression mentions; of lambda expressions and counts no more than that they are there. */
export function mentioned(expression: Expression): Mentioned {
  switch (expression.kind) {
    case 'path':
      return { paths: [expression.text], hasLinks: false }
    case 'count':
    case 'lambda':
      return { paths: [], hasLinks: true }
    case 'call':
      return together(expression.args.map(mentioned))
    case 'list':
      return together(expression.of.map(mentioned))
    case 'group':
    case 'unary':
      return mentioned(expression.of)
    case 'binary':
      return together([mentioned(expression.left), mentioned(expression.right)])
    default:
      return { paths: [], hasLinks: false }
  }
}

/** The paths that steps mention. */
export const pathsOfSteps = (steps: readonly Transformation[]): string[] =>
  steps.flatMap((step): readonly string[] => {
    switch (step.kind) {
      case 'filter':
        return mentioned(step.condition).paths
      case 'order':
      case 'compute':
        return step.items.flatMap(({ of }) => mentioned(of).paths)
      case 'group':
        return [...step.by, ...step.aggregates.flatMap(({ of }) => (of ? mentioned(of).paths : []))]
      case 'concat':
        return step.of.flatMap(pathsOfSteps)
      case 'page':
        return []
    }
  })
