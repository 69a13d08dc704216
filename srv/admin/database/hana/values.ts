import type { Value } from '../../core/values.ts'
import { decodeCesu8, encodeCesu8 } from './cesu8.ts'
import { TYPE, isText, isTextLob } from './type-codes.ts'

/**
 * A value as the driver sends it to a parameter of this type. HANA takes a `?` that nothing else gives a type for a
 * text, and the driver then refuses all else; its own texts for CLOB would lose what is not ASCII.
 *
 * @param type the number that the server has given the parameter.
 */
export const toHana = (value: Value, type: number | undefined): unknown => {
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  switch (typeof value) {
    case 'bigint':
      return String(value)
    case 'boolean':
      return type === TYPE.BOOLEAN ? value : value ? '1' : '0'
    case 'number':
      return isText(type) ? String(value) : value
    case 'string':
      return type === TYPE.CLOB ? encodeCesu8(value) : value
    default:
      return value
  }
}

/** Values in the order of the parameters. */
export const bind = (
  parameters: readonly { readonly dataType: number }[] | undefined,
  values: readonly Value[],
): unknown[] => values.map((value, index) => toHana(value, parameters?.[index]?.dataType))

/** A value as the driver has read it from a column of this type; large ones have been read to their end. */
export const fromHana = (value: unknown, type: number | undefined): Value => {
  if (Buffer.isBuffer(value)) return isTextLob(type) ? decodeCesu8(value) : new Uint8Array(value)
  return typeof value === 'string' && type === TYPE.BIGINT ? BigInt(value) : (value as Value)
}
