import { BadRequest } from '../errors/bad-request.ts'
import { elementOf, type Entity } from '../../cap/csn.ts'
import type { Expression } from './expression.ts'
import { partsOf } from './parts-of.ts'

/** What the first name of a path may be besides a property: the variables of lambda expressions around it, `$it` where it is not the entity. */
type Variables = ReadonlyMap<string, Entity | undefined>

const NONE: Variables = new Map()

/** The entity that a path begins at, and the names that remain. */
function beginning(path: string, entity: Entity | undefined, variables: Variables): [Entity | undefined, string[]] {
  const [first = '', ...rest] = path.split('/')
  if (variables.has(first)) return [variables.get(first), rest]
  return [entity, first === '$it' ? rest : [first, ...rest]]
}

/**
 * The entity at the end of a path; undefined where it ends at a property.
 *
 * @param mayEndAtMany - of a path that a lambda expression or a count follows
 * @throws BadRequest where it goes through many records, of which none in particular is meant
 */
function follow(path: string, start: Entity | undefined, variables: Variables, mayEndAtMany: boolean) {
  const [from, names] = beginning(path, start, variables)
  let at: Entity | undefined = from
  for (const [index, name] of names.entries()) {
    const element = elementOf(at, name)
    const isEnd = index === names.length - 1
    if (element?.is2many && !(isEnd && mayEndAtMany))
      throw new BadRequest(`${name} in ${path} is a collection: use ${name}/any(…), ${name}/all(…) or ${name}/$count`)
    at = element?._target
  }
  return at
}

/**
 * Checks that no path of an expression goes through a collection, unless by a lambda expression.
 *
 * @param entity - what the expression is about
 * @throws BadRequest
 */
export function checkPaths(expression: Expression, entity: Entity, variables: Variables = NONE): void {
  const check = (each: Expression): void => checkPaths(each, entity, variables)
  switch (expression.kind) {
    case 'path':
      follow(expression.text, entity, variables, false)
      break
    case 'count': {
      const target = follow(expression.text, entity, variables, true)
      if (expression.of && target) checkPaths(expression.of, target, new Map([['$it', entity]]))
      break
    }
    case 'binary':
      // Chains lean to the left and may be long.
      for (let rest: Expression = expression; ; rest = rest.left) {
        if (rest.kind !== 'binary') {
          check(rest)
          break
        }
        check(rest.right)
      }
      break
    case 'lambda': {
      const { path, variable, of } = expression
      const target = follow(path, entity, variables, true)
      if (variable && of) checkPaths(of, entity, new Map([...variables, [variable, target]]))
      break
    }
    default:
      partsOf(expression).forEach(check)
  }
}

/**
 * Checks an item of `$select`: a property, or one within a property, and nothing of another record.
 *
 * @throws BadRequest
 */
export function checkSelected(item: string, entity: Entity): void {
  const [first = '', ...rest] = item.split('/')
  if (rest.length && elementOf(entity, first)?._target)
    throw new BadRequest(`$select takes no path through ${first}: use $expand=${first}($select=…)`)
}
