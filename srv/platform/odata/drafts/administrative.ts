import { endOf, type Operand, type Step, type Token } from '../../cap/csn.ts'
import { type DraftScope, inDrafts, not } from './choices.ts'
import type { Condition } from './condition.ts'
import { lockOwner } from './lock.ts'
import { unsupported } from './paths.ts'

const NEGATED: Readonly<Record<string, string>> = { '=': '!=', '!=': '=' }

const createdBy: Operand = { ref: ['DraftAdministrativeData', 'CreatedByUser'] }

/** A comparison with a user's name, where `isMine` says whether the flag is asked to be true. */
const byUser = (name: Operand, user: string, isMine: boolean): Token[] => [name, isMine ? '=' : '!=', { val: user }]

/** The comparison as the draft tables can answer it: locks end, and two flags depend on who asks. */
function comparison(field: readonly Step[], operator: string, operand: Operand, user: string): Token[] {
  const isMine = (operator === '=') === (operand.val === true)
  const isFlag = typeof operand.val === 'boolean' && operator in NEGATED
  switch (endOf(field)) {
    case 'InProcessByUser':
      return [{ xpr: lockOwner() }, operator, operand]
    case 'DraftIsCreatedByMe':
      if (!isFlag) throw unsupported(field)
      return byUser(createdBy, user, isMine)
    case 'DraftIsProcessedByMe':
      if (!isFlag) throw unsupported(field)
      return byUser({ xpr: lockOwner() }, user, isMine)
    default:
      return [{ ref: [...field] }, operator, operand]
  }
}

/**
 * A comparison of a field of DraftAdministrativeData with a literal, as a condition on the keys of drafts. A row
 * without draft has null there.
 *
 * @param path - the way to the draft-enabled entity
 */
export function administrative(
  ref: readonly Step[],
  path: readonly Step[],
  operator: string,
  operand: Operand,
  scope: DraftScope,
): Condition {
  const field = ref.slice(path.length)
  if (field.length !== 2 || !('val' in operand || operand.list)) throw unsupported(ref)
  const [left, actual, right] = comparison(field, operator, operand, scope.user) as [Operand, string, Operand]
  const isNull = operand.val === null
  const holdsForNull = operator === '=' ? isNull : operator === '!=' ? !isNull : false
  return holdsForNull
    ? not(inDrafts(scope, path, [left, NEGATED[actual] ?? actual, right]))
    : inDrafts(scope, path, [left, actual, right])
}
