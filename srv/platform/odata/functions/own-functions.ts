import { OWN_FUNCTIONS } from '../options/signatures.ts'
import type { Operand } from '../../cap/csn.ts'
import { numeric } from './arithmetic.ts'

/** Calls that only options/typed.ts writes, with seconds as numbers. */
export const isOwn = (name: string): boolean => OWN_FUNCTIONS.has(name)

/** Such a call with its arguments translated. */
export const ownCall = (name: string, [first, second]: readonly Operand[]): Operand => {
  const takesSeconds = OWN_FUNCTIONS.get(name)?.takes[1]?.includes('number')
  const args = [first, second && takesSeconds ? numeric(second) : second].filter((arg) => arg !== undefined)
  return { func: name, args }
}
