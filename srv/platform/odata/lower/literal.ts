import type { Operand } from '../../cap/csn.ts'
import { BadRequest } from '../errors/bad-request.ts'
import { rangeOf } from '../meaning/edm.ts'
import type { Literal, Typed } from '../meaning/nodes.ts'
import { numberOf } from '../meaning/numbers.ts'
import { numeric } from './arithmetic.ts'

/** Digits that a number of JavaScript keeps. */
const DIGITS = 15

/** A number as columns of its type are compared with it; beside what is computed it has a type of its own. */
function numberOperand(text: string, beside: Typed | undefined): Operand {
  const value = numberOf(text)
  if (!Number.isFinite(value)) throw new BadRequest(`${text} is no number to calculate with`)
  const hasManyDigits = text.replace(/\D/g, '').replace(/^0+/, '').length > DIGITS
  const isKeptAsText = beside?.kind === 'property' && (beside.type === 'Decimal' || beside.type === 'Int64')
  if (isKeptAsText) return { val: text, ...(hasManyDigits && { literal: 'number' }) }
  if (!hasManyDigits || beside?.type === 'Double') return { val: value }
  return numeric({ val: text })
}

/** A literal as databases take it, beside what it is compared with. */
export function literalOperand({ type, text }: Literal, beside: Typed | undefined): Operand {
  if (type === 'Boolean') return { val: text === 'true' }
  if (type === 'Duration' || type === 'Decimal' || type === 'Double' || type === 'Single' || rangeOf(type))
    return numberOperand(text, beside)
  return { val: text }
}
