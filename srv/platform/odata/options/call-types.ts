import { BadRequest } from '../errors/bad-request.ts'
import { castLiteral } from './cast-literal.ts'
import { EDM_TYPES } from './edm-types.ts'
import type { Expression } from './expression.ts'
import { literal, NULL } from './literals.ts'
import { type Kind, KINDS, type Signature, SIGNATURES } from './signatures.ts'
import type { Type, Typed } from './types.ts'

type TypeOf = (expression: Expression) => Typed

/** Functions whose whole numbers have at most 32 bits. */
const WHOLE: ReadonlySet<string> = new Set(
  'length indexof year month day hour minute second totaloffsetminutes'.split(' '),
)

/** A GUID is a text to functions. */
const kindOf = (type: Type | undefined): Type | undefined => (type === 'guid' ? 'text' : type)

function checkArguments(name: string, { takes, optional = 0 }: Signature, args: readonly Typed[]): void {
  if (args.length > takes.length || args.length < takes.length - optional)
    throw new BadRequest(`Function ${name} takes ${takes.length} arguments`)
  for (const [index, { type }] of args.entries()) {
    const kind = kindOf(type)
    if (kind && kind !== 'null' && !takes[index]?.includes(kind as Kind))
      throw new BadRequest(`Function ${name} takes ${takes[index]?.join(' or ') ?? 'nothing'}, not ${kind}`)
  }
}

/** The offset that a moment is written with, in minutes. */
const offsetOf = (text: string): number => {
  const [, sign, hours, minutes] = /([+-])(\d\d):?(\d\d)$/.exec(text) ?? []
  return (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1)
}

function typedCast(name: string, args: readonly Expression[], typed: TypeOf): Typed {
  const [value, target] = args
  const call = { kind: 'call', name, args } as const
  const to = target?.kind === 'path' ? EDM_TYPES.get(target.text) : undefined
  if (!value || !target || args.length > 2 || !to) return { type: undefined, expression: call }
  const from = typed(value)
  const type = to === 'UUID' ? 'guid' : KINDS.get(to)
  if (from.type === 'null') return NULL
  const folded = castLiteral(from, to)
  return folded ?? { type, expression: { ...call, args: [from.expression, target] } }
}

/**
 * A call of a function. With null for an argument it is null.
 *
 * @throws BadRequest for unknown functions and arguments of the wrong type
 */
export function typedCall(name: string, args: readonly Expression[], typed: TypeOf): Typed {
  const key = name.toLowerCase()
  if (key === 'cast') return typedCast(name, args, typed)
  if (key === 'isof') return { type: 'boolean', expression: { kind: 'call', name, args } }
  const signature = SIGNATURES.get(key)
  if (!signature) throw new BadRequest(`Function ${name} is not supported`)
  const values = args.map(typed)
  checkArguments(name, signature, values)
  if (values.some(({ type }) => type === 'null')) return NULL
  const [first] = args
  if (key === 'totaloffsetminutes' && first?.kind === 'literal')
    return { type: 'number', expression: literal(String(offsetOf(first.text))) }
  if (key === 'totalseconds' && values[0]) return { ...values[0], type: 'number' }
  const expression = { kind: 'call', name, args: values.map((value) => value.expression) } as const
  return { type: signature.gives, expression, isWhole: WHOLE.has(key) }
}
