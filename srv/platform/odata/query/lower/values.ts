import type { Operand, Token } from '../../../cap/csn.ts'
import { BadRequest } from '../../protocol/errors.ts'
import type { Row, Typed } from '../../meaning/nodes.ts'
import { type Place, refTo } from './links.ts'

/**
 * Collections of values, which are kept as JSON in a column: SQL looks into them by functions of the engine, within the
 * query that has the column.
 */

const word = (val: string): Operand => ({ val, param: false })

const countValues = (place: Place | undefined): number =>
  place ? (place.values?.size ?? 0) + countValues(place.around) : 0

/** The place within a lambda or a count over values. */
export const withinValues = (place: Place, row: Row): Place => ({
  ...place,
  values: new Map([...(place.values ?? []), [row, `item${String(countValues(place) + 1)}`]]),
})

const nameOf = (row: Row, place: Place): string => {
  for (let at: Place | undefined = place; at; at = at.around) {
    const name = at.values?.get(row)
    if (name !== undefined) return name
  }
  throw new BadRequest(`${row.name || 'A value'} cannot be referred to here`)
}

/** A value, or a part of it. */
export const itemOperand = ({ row, path, type }: Typed & { readonly kind: 'item' }, place: Place): Operand => ({
  func: 'item',
  args: [nameOf(row, place), type, ...path].map(word),
})

/**
 * Whether there is a value of which a condition holds, or how many there are.
 *
 * @param inner - the place of the condition
 */
export const ofValues = (
  func: 'anyitem' | 'countitems',
  { over, each }: Typed & { readonly kind: 'any' | 'all' | 'count' },
  inner: Place,
  where: readonly Token[] | undefined,
): Operand => ({
  func,
  args: [refTo(over, inner), word(nameOf(each, inner)), ...(where ? [{ xpr: [...where] }] : [])],
})
