import type { Entity, Operand, Step, Token } from './csn.ts'
import { elementOf, nameOf } from './csn.ts'
import { BadRequest } from './bad-request.ts'
import { ARITHMETIC, FUNCTIONS } from './options/dialect.ts'

/**
 * Gives meaning to what options/dialect.ts wrote as calls: arithmetic, casts, type tests and counts of collections.
 * All of it becomes CQN that SQLite, PostgreSQL and HANA calculate alike. Division by zero gives null.
 */

type NumberKind = 'integer' | 'decimal'

const NUMBERS: Readonly<Record<string, NumberKind>> = {
  ...{
    UInt8: 'integer',
    Int16: 'integer',
    Int32: 'integer',
    Integer: 'integer',
    Int64: 'integer',
    Integer64: 'integer',
  },
  ...{ Decimal: 'decimal', DecimalFloat: 'decimal', Double: 'decimal' },
}
const WHOLE_RESULTS: ReadonlySet<string> = new Set(
  'length indexof year month day hour minute second ceiling floor round count'.split(' '),
)
/** Types of the model by the names that `cast` and `isof` use. */
const EDM_TYPES: Readonly<Record<string, string>> = {
  ...{
    'Edm.String': 'String',
    'Edm.Byte': 'UInt8',
    'Edm.Int16': 'Int16',
    'Edm.Int32': 'Integer',
    'Edm.Int64': 'Int64',
  },
  ...{ 'Edm.Decimal': 'Decimal', 'Edm.Double': 'Double', 'Edm.Boolean': 'Boolean', 'Edm.Guid': 'UUID' },
  ...{ 'Edm.Date': 'Date', 'Edm.TimeOfDay': 'Time', 'Edm.DateTimeOffset': 'Timestamp' },
}

/** Where an expression stands: `nested` in an expand or lambda, where the outer row cannot be referred to. */
export interface Scope {
  readonly entity: Entity
  readonly nested: boolean
}

/** The entity whose element the last step of a path names, and that element. */
const follow = (entity: Entity, ref: readonly Step[]): { owner?: Entity; element?: ReturnType<typeof elementOf> } => {
  const owner = ref.slice(0, -1).reduce<Entity | undefined>((at, step) => elementOf(at, nameOf(step))?._target, entity)
  return { owner, element: elementOf(owner, nameOf(ref.at(-1) ?? '')) }
}

const typeOf = (operand: Operand, entity: Entity): string | undefined => {
  const { element } = operand.ref ? follow(entity, operand.ref) : {}
  return (element?._type ?? element?.type)?.replace(/^cds\./, '')
}

function numberKind(operand: Operand, entity: Entity): NumberKind | undefined {
  if (typeof operand.val === 'number') return Number.isInteger(operand.val) ? 'integer' : 'decimal'
  if (operand.ref) return NUMBERS[typeOf(operand, entity) ?? '']
  if (!operand.func) return undefined
  if (WHOLE_RESULTS.has(operand.func)) return 'integer'
  if (operand.func === 'divby' || operand.func === 'modby') return 'decimal'
  if (operand.func === 'cast') return NUMBERS[EDM_TYPES[String(operand.args?.[1]?.val)] ?? '']
  if (!ARITHMETIC.has(operand.func) && operand.func !== 'neg') return undefined
  const kinds = operand.args?.map((arg) => numberKind(arg, entity)) ?? []
  return kinds.includes(undefined) ? undefined : kinds.includes('decimal') ? 'decimal' : 'integer'
}

const asType = (operand: Operand, type: string): Operand => ({ xpr: [{ ...operand, cast: { type } }] })
// Databases that infer the type of a parameter from its neighbour would refuse 1.5 next to a whole number.
const numeric = (operand: Operand): Operand => (operand.xpr || operand.func ? operand : asType(operand, 'cds.Decimal'))
const notZero = (operand: Operand): Operand => ({ func: 'nullif', args: [operand, { val: 0 }] })
const minus = (left: Operand, right: Operand): Operand => ({ xpr: [left, '-', right] })
const remainder = (left: Operand, right: Operand): Operand => ({ func: 'mod', args: [left, notZero(right)] })
const ratio = (left: Operand, right: Operand): Operand => ({ xpr: [asType(left, 'cds.Double'), '/', notZero(right)] })

const truncated = (operand: Operand): Operand => ({
  xpr: [
    ...['case', 'when', operand, '<', { val: 0 }, 'then', { func: 'ceiling', args: [operand] }],
    ...['else', { func: 'floor', args: [operand] }, 'end'],
  ],
})

function arithmetic(name: string, left: Operand, right: Operand): Operand {
  switch (name) {
    case 'add':
      return { xpr: [left, '+', right] }
    case 'sub':
      return minus(left, right)
    case 'mul':
      return { xpr: [left, '*', right] }
    case 'div':
      return { xpr: [minus(left, remainder(left, right)), '/', notZero(right)] }
    case 'mod':
      return remainder(left, right)
    case 'divby':
      return ratio(left, right)
    default:
      return minus(left, { xpr: [right, '*', truncated(ratio(left, right))] })
  }
}

function translateArithmetic(operand: Operand, scope: Scope): Operand {
  const args = operand.args ?? []
  const kinds = args.map((arg) => numberKind(arg, scope.entity))
  if (kinds.includes(undefined)) throw new BadRequest(`Operator ${operand.func ?? ''} needs numbers on both sides`)
  const decimal = kinds.includes('decimal')
  const name = decimal && operand.func === 'div' ? 'divby' : decimal && operand.func === 'mod' ? 'modby' : operand.func!
  const [left, right] = args.map((arg) => numeric(translateOperand(arg, scope)))
  return right ? arithmetic(name, left!, right) : minus({ val: 0 }, left!)
}

function translateCast(operand: Operand, scope: Scope): Operand {
  const [value, target] = operand.args ?? []
  const type = EDM_TYPES[String(target?.val)]
  if (!value || !type) throw new BadRequest(`cast to ${String((target ?? value)?.val)} is not supported`)
  const from = typeOf(value, scope.entity)
  const translated = translateOperand(value, scope)
  if (from === type || (from === 'LargeString' && type === 'String')) return translated
  const kind = numberKind(value, scope.entity)
  const isExact =
    kind === 'integer' ? type === 'String' || type in NUMBERS : kind === 'decimal' && NUMBERS[type] === 'decimal'
  if (!isExact) throw new BadRequest(`cast from ${from ?? 'this expression'} to ${type} is not supported`)
  return asType(translated, `cds.${type}`)
}

function translateIsOf(operand: Operand, scope: Scope): Operand {
  const [value, target] = operand.args?.length === 1 ? [undefined, operand.args[0]] : (operand.args ?? [])
  const name = String(target?.val)
  if (!value) return { val: name === scope.entity.name }
  if (!EDM_TYPES[name] || !value.ref) throw new BadRequest(`isof ${name} is not supported`)
  return { val: typeOf(value, scope.entity) === EDM_TYPES[name] }
}

/** A count of linked rows, as a sub-query that refers to the row of the outermost query. */
function translateCount(operand: Operand, { entity, nested }: Scope): Operand {
  const ref = operand.args?.[0]?.ref
  if (!ref) throw new BadRequest('count needs a collection')
  if (nested) throw new BadRequest('nav/$count is supported at the top level only, not in $expand, any and all')
  const { owner, element } = follow(entity, ref)
  if (!owner || !element?.is2many || !element._target)
    throw new BadRequest(`${ref.map(nameOf).join('/')} is not a collection`)
  const [backlink, equals, self] = element.on ?? []
  const way = typeof backlink === 'object' ? backlink.ref?.map(nameOf) : undefined
  const isBacklink = equals === '=' && typeof self === 'object' && self.ref?.[0] === '$self' && element.on?.length === 3
  if (!way || !isBacklink) throw new BadRequest(`The rows of ${element.name} cannot be counted`)
  const key = Object.keys(owner.keys ?? {}).find((name) => !elementOf(owner, name)?.virtual)!
  return {
    SELECT: {
      from: { ref: [element._target.name] },
      columns: [{ func: 'count', args: [{ val: 1 }], as: 'n' }],
      where: [{ ref: [`${way.at(-1)!}_${key}`] }, '=', { ref: ['$main', ...ref.slice(0, -1), key] }],
    },
  }
}

const translateSteps = (ref: Step[], entity: Entity): Step[] => {
  let at: Entity | undefined = entity
  return ref.map((step) => {
    at = elementOf(at, nameOf(step))?._target
    if (typeof step === 'string' || !step.where || !at) return step
    return { ...step, where: translate(step.where as Token[], { entity: at, nested: true }) }
  })
}

export function translateOperand(operand: Operand, scope: Scope): Operand {
  if (operand.xpr) return { ...operand, xpr: translate(operand.xpr, scope) }
  if (operand.ref) return { ...operand, ref: translateSteps(operand.ref, scope.entity) }
  const name = operand.func
  if (!name) return operand
  const sort = operand.sort === undefined ? {} : { sort: operand.sort }
  if (ARITHMETIC.has(name) || name === 'neg') return { ...translateArithmetic(operand, scope), ...sort }
  if (name === 'cast') return { ...translateCast(operand, scope), ...sort }
  if (name === 'isof') return { ...translateIsOf(operand, scope), ...sort }
  if (name === 'count')
    return { xpr: [translateCount(operand, scope), '+', asType({ val: 0 }, 'cds.Decimal')], ...sort }
  if (!FUNCTIONS.has(name)) throw new BadRequest(`Function ${name} is not supported`)
  return { ...operand, args: (operand.args ?? []).map((arg) => translateOperand(arg, scope)) }
}

/** Translates a condition, see the top of this file. */
export const translate = (tokens: readonly Token[], scope: Scope): Token[] =>
  tokens.map((token) => (typeof token === 'string' ? token : translateOperand(token, scope)))
