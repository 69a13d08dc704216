import { BadRequest } from '../errors/errors.ts'
import { type EdmType, isNumber, promoted } from './edm.ts'
import { type Choice, NULL, type Typed } from './nodes.ts'

/** The type of two values of which one is taken. */
function common(left: Typed['type'], right: Typed['type']): Typed['type'] {
  if (left === right || right === 'Null') return left
  if (left === 'Null') return right
  if (isNumber(left) && isNumber(right)) return promoted(left, right)
  throw new BadRequest(`case needs values of one type, not ${left} and ${right}`)
}

/**
 * The first value whose condition is true; null where none is.
 *
 * @throws BadRequest for records, and values of which none could be taken for another
 * @see OData 4.01 URL Conventions, 5.1.1.10 Conditional Functions
 */
export function typedCase(choices: readonly Choice[]): Typed {
  if (!choices.length) throw new BadRequest('case needs conditions with values, as in case(price gt 9:1,true:0)')
  const last = choices.findIndex(([when]) => when.kind === 'literal' && when.text === 'true')
  const reached = last < 0 ? choices : choices.slice(0, last + 1)
  const type = choices.map(([, then]) => then.type).reduce(common)
  if (type === 'Null') return NULL
  if (type === 'Record') throw new BadRequest('case gives values, and no records')
  // Functions of times read none on SQLite, whose columns have none.
  if (choices.some(({ 1: then }) => then.kind === 'literal' && type === 'TimeOfDay' && then.text.includes('.')))
    throw new BadRequest('case gives times without fractions of seconds')
  const isNullable = last < 0 || reached.some(([, then]) => then.isNullable)
  return { kind: 'case', of: reached, type: type satisfies EdmType, isNullable }
}
