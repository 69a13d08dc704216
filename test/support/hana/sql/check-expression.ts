/**
 * What SAP HANA refuses in an expression, by its reference: kinds that do not agree, and functions where they may not stand.
 * Each kind of expression is one rule: over 200 lines.
 */
import type { Scope } from './scope.ts'
import { type Signature, SIGNATURES } from './signatures.ts'
import { type Expression, type OrderItem, type Query, StatementProblem } from './syntax.ts'
import { agree, agreeByText, castKind, commonKind, isLarge, type Kind } from './types.ts'

type Call = Extract<Expression, { node: 'call' }>

/** Where an expression stands. */
export interface Place {
  readonly scope: Scope
  readonly mayAggregate: boolean
  readonly mayWindow: boolean
  /** Whether it is left to SAP HANA to make other values of texts. */
  readonly isOfCap: boolean
  /** The columns of a query within. */
  readonly kindsOf: (query: Query) => readonly Kind[]
}

const CONSTANT_KINDS: Readonly<Record<string, Kind>> = {
  ...{ CURRENT_CONNECTION: 'number', CURRENT_UTCDATE: 'date', CURRENT_DATE: 'date', CURRENT_UTCTIME: 'time' },
  ...{ CURRENT_TIME: 'time', CURRENT_UTCTIMESTAMP: 'timestamp', CURRENT_TIMESTAMP: 'timestamp' },
}

/** What its service for SAP HANA gives to functions, and the references do not tell. */
const ON_CAPS_WORD: Readonly<Record<string, readonly Kind[]>> = { COALESCE: ['large'] }

const refuse = (what: string): never => {
  throw new StatementProblem(what)
}

/** @throws StatementProblem for a condition, which is no value. */
export const valueKind = (expression: Expression, place: Place): Kind => {
  const kind = kindOf(expression, place)
  return kind === 'condition' ? refuse('a condition as a value') : kind
}

/** Of something that is selected, or answered: nothing else tells its type. */
export const typedKind = (expression: Expression, place: Place): Kind => {
  const kind = valueKind(expression, place)
  return kind === 'parameter' ? refuse('a parameter whose type nothing tells') : kind
}

export const checkCondition = (expression: Expression, place: Place): void => {
  if (kindOf(expression, place) !== 'condition') refuse('a value as a condition')
}

/** Of what is grouped, ordered, made distinct or compared. */
export const comparableKind = (expression: Expression, place: Place, what: string): Kind => {
  const kind = valueKind(expression, place)
  return isLarge(kind) ? refuse(`the large object ${nameOf(expression)} is ${what}`) : kind
}

const nameOf = (expression: Expression): string =>
  expression.node === 'column' ? (expression.path.at(-1)?.text ?? '') : `in ${expression.node}`

const kindOf = (expression: Expression, place: Place): Kind => {
  switch (expression.node) {
    case 'column':
      return place.scope.find(expression.path).kind
    case 'literal':
      return expression.kind
    case 'parameter':
      return 'parameter'
    case 'constant':
      return CONSTANT_KINDS[expression.word] ?? 'text'
    case 'call':
      return callKind(expression, place)
    case 'cast': {
      const kind =
        castKind(expression.type, expression.sizes) ??
        refuse(`no cast to the type ${expression.type}, or none of that size`)
      if (typed(expression.value, place) === 'odd') refuse(`${nameOf(expression.value)} is cast`)
      return kind
    }
    case 'case':
      return caseKind(expression, place)
    case 'calculation':
      return calculated(expression, place)
    case 'query': {
      const [kind = 'unknown', ...others] = place.kindsOf(expression.query)
      return others.length > 0 ? refuse('a query of several columns as a value') : kind
    }
    case 'row':
      return refuse('a row as a value')
    case 'comparison': {
      const kinds = expression.operands.map((each) => comparableKind(each, place, 'compared'))
      return together(kinds, 'compared', place)
    }
    case 'isNull':
      typedKind(expression.value, place)
      return 'condition'
    case 'like': {
      const [value = 'unknown', pattern = 'unknown'] = expression.operands.map((each) => valueKind(each, place))
      if (!['text', 'large', 'unknown'].includes(value)) refuse(`${value} LIKE`)
      if (!agree(pattern, 'text')) refuse(`LIKE ${pattern}`)
      return 'condition'
    }
    case 'in':
      return among(expression, place)
    case 'logic':
      for (const operand of expression.operands) checkCondition(operand, place)
      return 'condition'
    case 'exists':
      place.kindsOf(expression.query)
      return 'condition'
  }
}

/** A parameter gets its type from what it is cast to. */
const typed = (expression: Expression, place: Place): Kind => valueKind(expression, place)

const together = (kinds: readonly Kind[], what: string, { isOfCap }: Pick<Place, 'isOfCap'>): 'condition' => {
  if (kinds.length > 0 && kinds.every((kind) => kind === 'parameter')) refuse('a parameter whose type nothing tells')
  // A text becomes what the others are.
  const others = isOfCap ? kinds.filter((kind) => kind !== 'text') : kinds
  const common = commonKind(others.length > 0 ? others : kinds)
  const other = kinds.find((kind) => !(isOfCap ? agreeByText : agree)(kind, common))
  return other === undefined ? 'condition' : refuse(`${common} and ${other} are ${what}`)
}

const among = ({ value, list }: Extract<Expression, { node: 'in' }>, place: Place): Kind => {
  const items = value.node === 'row' ? value.items : [value]
  const kinds = items.map((item) => comparableKind(item, place, 'compared'))
  const [only] = list
  if (only?.node === 'query') {
    const found = place.kindsOf(only.query)
    if (found.length !== kinds.length)
      refuse(`${String(kinds.length)} values IN a query of ${String(found.length)} columns`)
    kinds.forEach((kind, index) => together([kind, found[index] ?? 'unknown'], 'compared', place))
    return 'condition'
  }
  if (kinds.length > 1) refuse('a row IN a list')
  return together([...kinds, ...list.map((each) => comparableKind(each, place, 'compared'))], 'compared', place)
}

const caseKind = ({ operand, whens, other }: Extract<Expression, { node: 'case' }>, place: Place): Kind => {
  const compared = operand && comparableKind(operand, place, 'compared')
  for (const [when] of whens)
    if (compared === null) checkCondition(when, place)
    else together([compared, comparableKind(when, place, 'compared')], 'compared', place)
  const results = [...whens.map(([, then]) => then), ...(other ? [other] : [])].map((each) => valueKind(each, place))
  together(results, 'results of one CASE', place)
  return commonKind(results)
}

const calculated = ({ operator, operands }: Extract<Expression, { node: 'calculation' }>, place: Place): Kind => {
  const kinds = operands.map((each) => valueKind(each, place))
  if (kinds.every((kind) => kind === 'parameter')) refuse('a parameter whose type nothing tells')
  if (operator === '||') {
    if (place.isOfCap && kinds.includes('large')) return 'large' // on CAP's word
    if (kinds.some(isLarge)) refuse('a large object is joined to a text')
    const wrong = kinds.find((kind) => !agree(kind, 'text') && kind !== 'number')
    return wrong === undefined ? 'text' : refuse(`${wrong} is joined to a text`)
  }
  const wrong = kinds.find((kind) => !agree(kind, 'number'))
  return wrong === undefined ? 'number' : refuse(`${wrong} is calculated with`)
}

const callKind = (call: Call, place: Place): Kind => {
  const { name, args, isStar, isDistinct, over, order } = call
  const known = SIGNATURES.get(name) ?? refuse(`the signature of ${name} is not known`)
  checkRole(call, known, place)
  const mayAggregate = place.mayAggregate && (known.role !== 'aggregate' || over !== null)
  // Neither groups nor windows are within those of an aggregate, nor windows within a window.
  const mayWindow = place.mayWindow && known.role === 'scalar'
  const inner = { ...place, mayAggregate, mayWindow }
  if (isStar) return 'number'
  if (args.length < known.least || (args.length > known.args.length && !known.repeats))
    refuse(`${name} with ${String(args.length)} arguments`)
  const kinds = args.map((arg, index) => {
    const wanted = known.args[Math.min(index, known.args.length - 1)] ?? []
    const kind = valueKind(arg, inner)
    if (kind === 'unknown' || kind === 'null' || kind === 'parameter' || wanted.includes(kind)) return kind
    if (place.isOfCap && ON_CAPS_WORD[name]?.includes(kind)) return kind
    if (known.role === 'aggregate' && isLarge(kind)) return refuse(`the large object ${nameOf(arg)} is aggregated`)
    return refuse(`${name} of ${kind}`)
  })
  if (isDistinct && (known.role !== 'aggregate' || name === 'STRING_AGG')) refuse(`${name} of DISTINCT values`)
  if (order.length > 0 && name !== 'STRING_AGG') refuse(`${name} in an order`)
  checkOrder(order, inner)
  if (name === 'STRING_AGG' && args[1] && args[1].node !== 'literal') refuse('STRING_AGG with a delimiter that is none')
  if (name === 'JSON_VALUE' && args[1]?.node !== 'literal') refuse('JSON_VALUE with a path that is worked out')
  if (known.result !== null) return known.result
  if (place.isOfCap && kinds.some((kind) => ON_CAPS_WORD[name]?.includes(kind))) return 'large'
  if (args.length > 1 && known.role === 'scalar') together(kinds, `arguments of ${name}`, place)
  return commonKind(kinds)
}

const checkRole = ({ name, isDistinct, isStar, over }: Call, { role }: Signature, place: Place): void => {
  if (role === 'aggregate' && over === null && !place.mayAggregate) refuse(`the aggregate ${name} where none may be`)
  if (over === null && (role === 'window' || role === 'ranking')) refuse(`${name} without a window`)
  if (over === null) return
  if (role === 'scalar') refuse(`${name} over a window`)
  if (!place.mayWindow) refuse(`a window of ${name} where none may be`)
  if (isDistinct) refuse(`${name} of DISTINCT values over a window`)
  const mayLackOrder = place.isOfCap && name === 'ROW_NUMBER' && !over.hasFrame
  if (over.order.length === 0 && !mayLackOrder && (role === 'ranking' || over.hasFrame))
    refuse(`${name} over a window without order`)
  if (role === 'ranking' && over.hasFrame) refuse(`${name} with a frame`)
  if (isStar && over.hasFrame) refuse('a frame of COUNT(*)')
  const within = { ...place, mayWindow: false }
  for (const each of over.partition) comparableKind(each, within, 'grouped')
  checkOrder(over.order, within)
}

/** @returns nothing; numbers and names of what is selected are the caller's. */
export const checkOrder = (order: readonly OrderItem[], place: Place): void => {
  for (const { value } of order)
    if (comparableKind(value, place, 'ordered') === 'parameter') refuse('a parameter whose type nothing tells')
}
