import { BadRequest } from '../errors/bad-request.ts'
import { elementOf, type Entity } from '../../cap/csn.ts'
import type { Expression } from './expression.ts'
import { checkPaths } from './paths.ts'
import { expanded, readExpression } from './read-expression.ts'
import { split } from './split.ts'

/** Expressions by the names that `$compute` gives to them; none of them mentions such a name any more. */
export type Computed = ReadonlyMap<string, Expression>

/** An expression, and the name after its `as`. */
export interface Named {
  readonly of: string
  readonly name: string
}

/**
 * Splits `expression as name`.
 *
 * @throws BadRequest where there is no name, or none that a property could have
 */
export function readNamed(text: string): Named {
  const at = text.toLowerCase().lastIndexOf(' as ')
  const name = text.slice(at + 4).trim()
  if (at < 0 || !/^[a-z_]\w{0,127}$/i.test(name)) throw new BadRequest(`${text} needs a name: … as name`)
  return { of: text.slice(0, at).trim(), name }
}

/**
 * Reads `$compute`. Later items may refer to earlier ones.
 *
 * @throws BadRequest for what is no expression, or where a name is taken
 */
export function readCompute(text: string, entity: Entity, before: Computed = new Map()): Computed {
  const computed = new Map(before)
  for (const item of split(text, ',')) {
    const { of, name } = readNamed(item)
    if (computed.has(name) || elementOf(entity, name)) throw new BadRequest(`There is a property ${name} already`)
    const expression = expanded(readExpression(of), computed)
    if (expression.kind === 'literal' || expression.kind === 'list')
      throw new BadRequest(`${name} is not computed of anything`)
    checkPaths(expression, entity)
    computed.set(name, expression)
  }
  return computed
}
