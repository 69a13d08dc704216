import { constant, elementOf, endOf, type Entity, nameOf, type Operand, type Step, type Token } from '../../cap/csn.ts'
import { BadRequest } from '../errors/bad-request.ts'
import { sharedKey } from '../../cap/shared-key.ts'
import { parseCondition } from './parse-condition.ts'
import { ARITHMETIC, arithmeticName, COMPARISONS } from '../options/dialect.ts'
import { EDM_TYPES } from '../options/edm-types.ts'
import { SIGNATURES } from '../options/signatures.ts'
import { arithmetic, asType, minus, numeric } from './arithmetic.ts'
import { isOwn, ownCall } from './own-functions.ts'
import { follow, kindOf, numberKind, NUMBERS, numberType, typeOf } from './types.ts'

/**
 * Gives meaning to what options/dialect.ts wrote as calls: arithmetic, casts, type tests and counts of collections;
 * and refuses functions that are unknown or of the wrong things.
 */

/** Where an expression stands: `nested` in an expand or lambda, where the outer row cannot be referred to. */
export interface Scope {
  readonly entity: Entity
  readonly nested: boolean
  /** What a query calls its rows where others are around it. */
  readonly alias?: string
  /** Within a lambda: the entity of the outermost query, whose row is `$it`. */
  readonly it?: Entity | undefined
}

function translateArithmetic(operand: Operand, scope: Scope): Operand {
  const args = operand.args ?? []
  const kinds = args.map((arg) => numberKind(arg, scope.entity, scope.it))
  if (kinds.includes(undefined)) throw new BadRequest(`Operator ${operand.func ?? ''} needs numbers on both sides`)
  const name = arithmeticName(operand.func ?? '', kinds.includes('decimal'))
  // What is a double stays one: as a decimal it would lose digits.
  const doubles = args.map((arg) => numberType(arg, scope.entity) === 'Double')
  const [left = constant(0), right] = args.map((arg, index) => {
    const translated = translateOperand(arg, scope)
    return doubles[index] ? translated : numeric(translated)
  })
  return right ? arithmetic(name, left, right, doubles.includes(true)) : minus(constant(0), left)
}

function translateCast(operand: Operand, scope: Scope): Operand {
  const [value, target] = operand.args ?? []
  const type = EDM_TYPES.get(String(target?.val))
  if (!value || !type) throw new BadRequest(`cast to ${String((target ?? value)?.val)} is not supported`)
  const from = typeOf(value, scope.entity)
  const translated = translateOperand(value, scope)
  if (from === type || (from === 'LargeString' && type === 'String')) return translated
  const kind = numberKind(value, scope.entity, scope.it)
  const isExact =
    kind === 'integer' ? type === 'String' || NUMBERS.has(type) : kind === 'decimal' && NUMBERS.get(type) === 'decimal'
  if (!isExact) throw new BadRequest(`cast from ${from ?? 'this expression'} to ${type} is not supported`)
  return asType(translated, `cds.${type}`)
}

function translateIsOf(operand: Operand, scope: Scope): Operand {
  const [value, target] = operand.args?.length === 1 ? [undefined, operand.args[0]] : (operand.args ?? [])
  const name = String(target?.val)
  if (!value) return { val: name === (scope.entity.actives ?? scope.entity).name }
  if (!EDM_TYPES.has(name) || !value.ref) throw new BadRequest(`isof ${name} is not supported`)
  return { val: typeOf(value, scope.entity) === EDM_TYPES.get(name) }
}

/** Databases differ in what they make of a function of the wrong thing; here it is refused. */
function checkArguments(name: string, args: readonly Operand[], entity: Entity): void {
  const signature = SIGNATURES.get(name)
  if (!signature) throw new BadRequest(`Function ${name} is not supported`)
  const { takes, optional = 0 } = signature
  if (args.length > takes.length || args.length < takes.length - optional)
    throw new BadRequest(`Function ${name} takes ${takes.length} arguments`)
  for (const [index, arg] of args.entries()) {
    const kind = kindOf(arg, entity)
    if (kind && !takes[index]?.includes(kind))
      throw new BadRequest(`Function ${name} takes ${takes[index]?.join(' or ') ?? 'nothing'}, not ${kind}`)
  }
}

/** A comparison within another one. */
function translateComparison(name: string, args: readonly Operand[]): Operand {
  const [left = constant(0), right = constant(0), ...more] = args
  const operator = COMPARISONS.get(name) ?? name
  return { xpr: [left, operator, operator === 'in' ? { list: [right, ...more] } : right] }
}

/** The condition of a count, which its call has as text: CAP's parser takes no conditions as arguments. */
const counted = (condition: string, entity: Entity, it: Entity): Token[] =>
  translate(parseCondition(condition), { entity, nested: true, it })

/** A count of linked rows, as a sub-query that refers to the row of the query around it. */
function translateCount(operand: Operand, { entity, nested, alias = '$main' }: Scope): Operand {
  const [{ ref } = {}, condition] = operand.args ?? []
  if (!ref) throw new BadRequest('count needs a collection')
  if (nested) throw new BadRequest('nav/$count is supported at the top level only, not in $expand, any and all')
  const { owner, element } = follow(entity, ref)
  if (!owner || !element?.is2many || !element._target)
    throw new BadRequest(`${ref.map(nameOf).join('/')} is not a collection`)
  const [backlink, equals, self] = element.on ?? []
  const way = typeof backlink === 'object' ? backlink.ref?.map(nameOf) : undefined
  const isBacklink = equals === '=' && typeof self === 'object' && self.ref?.[0] === '$self' && element.on?.length === 3
  if (!way || !isBacklink) throw new BadRequest(`The rows of ${element.name} cannot be counted`)
  const key = sharedKey(owner)
  return {
    SELECT: {
      from: { ref: [element._target.name] },
      columns: [{ func: 'count', args: [constant(1)], as: 'n' }],
      where: [
        ...[{ ref: [`${endOf(way)}_${key}`] }, '=', { ref: [alias, ...ref.slice(0, -1), key] }],
        ...(condition ? ['and', { xpr: counted(String(condition.val), element._target, entity) }] : []),
      ],
    },
  }
}

/** A property of `$it` within a lambda: the row of the outermost query. */
function translateOuter(operand: Operand, { it }: Scope): Operand {
  const ref = String(operand.args?.[0]?.val).split('/')
  if (!it) throw new BadRequest(`${ref.join('/')} of $it cannot be referred to in $expand: name the variable`)
  if (ref.length > 1 || elementOf(it, ref[0] ?? '')?.virtual)
    throw new BadRequest(`${ref.join('/')} of $it is not supported in any and all`)
  return { ref: ['$main', ...ref] }
}

const translateSteps = (ref: Step[], { entity, nested, it = nested ? undefined : entity }: Scope): Step[] => {
  let at: Entity | undefined = entity
  return ref.map((step) => {
    at = elementOf(at, nameOf(step))?._target
    if (typeof step === 'string' || !step.where || !at) return step
    return { ...step, where: translate(step.where, { entity: at, nested: true, it }) }
  })
}

export function translateOperand(operand: Operand, scope: Scope): Operand {
  if (operand.xpr) return { ...operand, xpr: translate(operand.xpr, scope) }
  if (operand.ref) return { ...operand, ref: translateSteps(operand.ref, scope) }
  const name = operand.func
  if (!name) return operand
  const sort = operand.sort === undefined ? {} : { sort: operand.sort }
  if (ARITHMETIC.has(name) || name === 'neg') return { ...translateArithmetic(operand, scope), ...sort }
  if (name === 'cast') return { ...translateCast(operand, scope), ...sort }
  if (name === 'isof') return { ...translateIsOf(operand, scope), ...sort }
  if (name === 'count')
    return { xpr: [translateCount(operand, scope), '+', asType(constant(0), 'cds.Decimal')], ...sort }
  if (name === 'outer') return translateOuter(operand, scope)
  const args = operand.args ?? []
  if (isOwn(name))
    return {
      ...ownCall(
        name,
        args.map((arg) => translateOperand(arg, scope)),
      ),
      ...sort,
    }
  if (!COMPARISONS.has(name)) checkArguments(name, args, scope.entity)
  const translated = args.map((arg) => translateOperand(arg, scope))
  return COMPARISONS.has(name) ? translateComparison(name, translated) : { ...operand, args: translated }
}

/** Translates a condition, see the top of this file. */
export const translate = (tokens: readonly Token[], scope: Scope): Token[] =>
  tokens.map((token) => (typeof token === 'string' ? token : translateOperand(token, scope)))
