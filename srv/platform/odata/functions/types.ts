import { type Element, elementOf, endOf, type Entity, nameOf, type Operand, type Step } from '../../cap/csn.ts'
import { ARITHMETIC } from '../options/dialect.ts'
import { EDM_TYPES } from '../options/edm-types.ts'
import { type Kind, KINDS, OWN_FUNCTIONS, SIGNATURES } from '../options/signatures.ts'

/** Whether a number is whole, which decides how it divides. */
export type NumberKind = 'integer' | 'decimal'

const WHOLE_TYPES = ['UInt8', 'Int16', 'Int32', 'Integer', 'Int64', 'Integer64'] as const
const DECIMAL_TYPES = ['Decimal', 'DecimalFloat', 'Double'] as const

/** The types of the model that arithmetic knows. */
export const NUMBERS: ReadonlyMap<string, NumberKind> = new Map<string, NumberKind>([
  ...WHOLE_TYPES.map((type) => [type, 'integer'] as const),
  ...DECIMAL_TYPES.map((type) => [type, 'decimal'] as const),
])
const WHOLE_RESULTS: ReadonlySet<string> = new Set(
  'length indexof year month day hour minute second ceiling floor round count totaloffsetminutes'.split(' '),
)
/** These give whole numbers of the type that they are given. */
const ROUNDED: ReadonlySet<string> = new Set(['ceiling', 'floor', 'round'])
const DECIMAL_RESULTS: ReadonlySet<string> = new Set(['divby', 'modby', 'fractionalseconds', 'seconds', 'totalseconds'])

/** The type that a `cast` names. */
const castType = (cast: Operand): string => EDM_TYPES.get(String(cast.args?.at(-1)?.val)) ?? ''

/** The entity whose element the last step of a path names, and that element. */
export const follow = (entity: Entity, ref: readonly Step[]): { owner?: Entity; element?: Element | undefined } => {
  const owner = ref.slice(0, -1).reduce<Entity | undefined>((at, step) => elementOf(at, nameOf(step))?._target, entity)
  return { owner, element: elementOf(owner, endOf(ref)) }
}

/** The type of a property, as the model names it; undefined for other operands. */
export const typeOf = (operand: Operand, entity: Entity): string | undefined => {
  const { element } = operand.ref ? follow(entity, operand.ref) : {}
  return (element?._type ?? element?.type)?.replace(/^cds\./, '')
}

/**
 * Whether an operand is a whole number, a decimal one, or no number at all.
 *
 * @param it - the entity of `$it`, within a lambda
 */
export function numberKind(operand: Operand, entity: Entity, it?: Entity): NumberKind | undefined {
  if (typeof operand.val === 'number') return Number.isInteger(operand.val) ? 'integer' : 'decimal'
  if (operand.literal === 'number') return String(operand.val).includes('.') ? 'decimal' : 'integer'
  if (operand.ref) return NUMBERS.get(typeOf(operand, entity) ?? '')
  if (operand.func === 'outer' && it) return numberKind({ ref: String(operand.args?.[0]?.val).split('/') }, it)
  if (!operand.func) return undefined
  if (WHOLE_RESULTS.has(operand.func)) return 'integer'
  if (DECIMAL_RESULTS.has(operand.func)) return 'decimal'
  if (operand.func === 'cast') return NUMBERS.get(castType(operand))
  if (!ARITHMETIC.has(operand.func) && operand.func !== 'neg') return undefined
  const kinds = operand.args?.map((arg) => numberKind(arg, entity, it)) ?? []
  return kinds.includes(undefined) ? undefined : kinds.includes('decimal') ? 'decimal' : 'integer'
}

/**
 * The type of a number that an operand gives, as the model names it: that of the property, and of what is computed the
 * narrowest one that loses nothing; undefined where it is no number.
 */
export function numberType(operand: Operand, entity: Entity): string | undefined {
  if (operand.ref) return numberKind(operand, entity) && typeOf(operand, entity)
  if (!numberKind(operand, entity)) return undefined
  if (operand.func === 'cast') return castType(operand)
  if (operand.func === 'count') return 'Int64'
  if (operand.func && WHOLE_RESULTS.has(operand.func) && !ROUNDED.has(operand.func)) return 'Integer'
  return operand.args?.some((arg) => numberType(arg, entity) === 'Double') ? 'Double' : 'Decimal'
}

/** What an operand is; undefined where it is a literal in quotes or null, which fit everywhere. */
export function kindOf(operand: Operand, entity: Entity): Kind | undefined {
  if (typeof operand.val === 'number' || operand.literal === 'number') return 'number'
  if (operand.ref) return KINDS.get(typeOf(operand, entity) ?? '')
  if (operand.func === 'cast') return KINDS.get(castType(operand))
  if (!operand.func || operand.func === 'outer') return undefined
  return (SIGNATURES.get(operand.func) ?? OWN_FUNCTIONS.get(operand.func))?.gives ?? 'number'
}
