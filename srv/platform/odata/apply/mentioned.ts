import type { Expression } from '../options/expression.ts'
import { partsOf } from '../options/parts-of.ts'
import type { Transformation } from './transformation.ts'

/** The paths of an expression, and whether it asks for linked records. */
export interface Mentioned {
  readonly paths: readonly string[]
  readonly hasLinks: boolean
}

/** What an expression mentions; of lambda expressions and counts no more than that they are there. */
export function mentioned(expression: Expression): Mentioned {
  if (expression.kind === 'path') return { paths: [expression.text], hasLinks: false }
  if (expression.kind === 'count' || expression.kind === 'lambda') return { paths: [], hasLinks: true }
  const parts = partsOf(expression).map(mentioned)
  return {
    paths: [...new Set(parts.flatMap(({ paths }) => paths))],
    hasLinks: parts.some(({ hasLinks }) => hasLinks),
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
