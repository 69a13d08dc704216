import { BadRequest } from '../errors/bad-request.ts'
import { type Element, elementOf, type Entity } from '../../cap/csn.ts'
import type { Expression } from './expression.ts'

/** What the names of an expression mean. */
export interface Names {
  /** What the expression is about: `$it`, unless that is given. */
  readonly entity: Entity
  /** In the filter of a count, whose names are those of the rows that it counts: what is around it. */
  readonly it?: Entity
  /** Variables of the lambdas around, the innermost last; without an entity where the items of a collection are none. */
  readonly variables: readonly { readonly name: string; readonly entity: Entity | undefined }[]
  /** The expression that an alias stands for. */
  readonly aliases: ReadonlyMap<string, Expression>
}

/** What a path leads to: as it is written for CAP's parser, and its element where the model has it. */
export interface Found {
  readonly expression: Expression
  readonly text: string
  readonly element?: Element | undefined
}

const along = (entity: Entity | undefined, steps: readonly string[]): Element | undefined => {
  let at = entity
  let element: Element | undefined
  for (const step of steps) {
    element = elementOf(at, step)
    at = element?._target
  }
  return element
}

/** A property of the row that the outermost query is about. */
function ofIt(steps: readonly string[], entity: Entity): Found {
  const text = steps.join('/')
  const element = along(entity, steps)
  if (!element) throw new BadRequest(`Property ${text} does not exist in ${entity.name}`)
  return { expression: { kind: 'outer', text }, text, element }
}

/**
 * Finds what a path means: within a lambda, its variable is named, and everything else is of `$it`.
 *
 * @throws BadRequest for the variable of another lambda, and names that `$it` does not have within one
 */
export function find(path: string, { entity, it, variables }: Names): Found {
  const [head = '', ...rest] = path.split('/')
  if (it && head === '$it') return ofIt(rest, it)
  const inner = variables.at(-1)
  if (inner?.name === head)
    return { expression: { kind: 'path', text: path }, text: path, element: along(inner.entity, rest) }
  if (variables.some(({ name }) => name === head))
    throw new BadRequest(`${head} of an outer any or all cannot be referred to here`)
  const steps = head === '$it' ? rest : [head, ...rest]
  const text = steps.join('/')
  const element = along(entity, steps)
  if (!inner) return { expression: { kind: 'path', text }, text, element }
  if (it) throw new BadRequest(`${path}: any and all in the filter of a count know their variable and $it only`)
  return ofIt(steps, entity)
}
