import { constant, type Operand } from '../../cap/csn.ts'

/**
 * Arithmetic of OData in terms that SQLite, PostgreSQL and HANA calculate alike. Division by zero gives null. Each
 * operand is named once: what would take one of them more often is a function of engine-functions.ts.
 */

/** An operand cast to a type of the model. */
export const asType = (operand: Operand, type: string): Operand => ({ xpr: [{ ...operand, cast: { type } }] })
// Databases that infer the type of a parameter from its neighbour would refuse 1.5 next to a whole number.
// A literal stays what it is: alone in an expression within a lambda, CAP takes it for a key. As text it does not become
// a double on the way, which would make doubles of whole numbers that it is added to.
export const numeric = (operand: Operand): Operand => {
  if (operand.xpr || operand.func) return operand
  if (operand.ref) return asType(operand, 'cds.Decimal')
  const val = typeof operand.val === 'number' ? String(operand.val) : operand.val
  return { ...operand, val, cast: { type: 'cds.Decimal' } }
}
const notZero = (operand: Operand): Operand => ({ func: 'nullif', args: [operand, constant(0)] })
export const minus = (left: Operand, right: Operand): Operand => ({ xpr: [left, '-', right] })

/** The result of an operator, `modby` being that of decimals; `isDouble` where an operand is one. */
export function arithmetic(name: string, left: Operand, right: Operand, isDouble: boolean): Operand {
  if (isDouble && name === 'divby') return { xpr: [asType(left, 'cds.Double'), '/', notZero(right)] }
  switch (name) {
    case 'add':
      return { xpr: [left, '+', right] }
    case 'sub':
      return minus(left, right)
    case 'mul':
      return { xpr: [left, '*', right] }
    default:
      return { func: name, args: [left, right] }
  }
}
