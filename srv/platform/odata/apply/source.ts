import { BadRequest } from '../errors/bad-request.ts'
import { type Element, elementOf, type Entity, type Operand, type Select, type Token } from '../../cap/csn.ts'
import { translate, translateOperand } from '../functions/translate.ts'
import { kindOf, numberType, typeOf } from '../functions/types.ts'
import { toCondition, toOperand } from '../options/dialect.ts'
import type { Expression } from '../options/expression.ts'
import { checkPaths } from '../options/paths.ts'
import { substitute } from '../options/substitute.ts'
import { mentioned } from './mentioned.ts'

/** Reads a query option by CAP's parser. */
export type ParseOption = (name: '$filter' | '$orderby', value: string) => Select

/** Where rows come from, and how expressions are about them. */
export interface Source {
  readonly from: Select['from']
  /** What its paths mean: the entity of records; for a result one whose elements are its columns. */
  readonly entity: Entity
  /** The columns of a result by the paths that they are known by; records have none of these. */
  readonly columns?: ReadonlyMap<string, string>
  readonly parse: ParseOption
  /** What a condition on records means where it asks for drafts. */
  readonly reading?: (where: Token[]) => Token[]
}

/** An element for what a column of a result holds. */
export const columnElement = (name: string, type: string | undefined): Element => ({
  name,
  type: `cds.${type ?? 'String'}`,
})

const TYPES = {
  text: 'String',
  number: 'Decimal',
  boolean: 'Boolean',
  date: 'Date',
  time: 'Time',
  instant: 'Timestamp',
  duration: 'Decimal',
}

/** The type of an operand, as the model names it. */
export function typeOfOperand(operand: Operand, { entity }: Source): string {
  const kind = kindOf(operand, entity)
  return typeOf(operand, entity) ?? numberType(operand, entity) ?? (kind ? TYPES[kind] : 'String')
}

/** Whether a path leads to a property of a record that clients may see and databases can compare. */
export function isProperty(path: string, entity: Entity): boolean {
  let at: Entity | undefined = entity
  let element: Element | undefined
  for (const name of path.split('/')) {
    element = elementOf(at, name)
    if (element?.['@cds.api.ignore'] || element?.virtual) return false
    at = element?._target
  }
  return element !== undefined && !element.isAssociation && !element.items
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T/

/** An instant as it is stored; CAP knows it by the property that it is compared with, and results have none. */
const asStored = (expression: Expression): Expression => {
  const time = expression.kind === 'literal' && INSTANT.test(expression.text) ? Date.parse(expression.text) : NaN
  return Number.isNaN(time) ? expression : { kind: 'literal', text: new Date(time).toISOString() }
}

/** An expression in the terms of a source. */
function inTermsOf(expression: Expression, { columns, entity }: Source): Expression {
  if (!columns) {
    checkPaths(expression, entity)
    return expression
  }
  if (mentioned(expression).hasLinks) throw new BadRequest('What $apply has made of records has no links to others')
  const columnOf = (path: string): Expression => {
    const column = columns.get(path)
    if (column === undefined) throw new BadRequest(`There is no ${path} in this place of $apply`)
    return { kind: 'path', text: column }
  }
  return substitute(expression, columnOf, asStored)
}

/** An expression as CAP takes it, untranslated: kinds and types are told by it. */
export function parsedOperand(expression: Expression, source: Source): Operand {
  const odd = mentioned(expression).paths.find((path) => !source.columns && !isProperty(path, source.entity))
  if (odd !== undefined) throw new BadRequest(`${odd} is no property that $apply can work on`)
  const [operand] = source.parse('$orderby', toOperand(inTermsOf(expression, source))).orderBy ?? []
  if (!operand) throw new BadRequest('An expression is missing')
  Reflect.deleteProperty(operand, 'sort')
  return operand
}

/** What a SELECT calls the records that it reads: further ones may be around it. */
export const RECORDS = 'records'

/** The same with functions in the terms of databases. */
export const translated = (operand: Operand, { entity }: Source): Operand =>
  translateOperand(operand, { entity, nested: false, alias: RECORDS })

/** A condition in the terms of databases. */
export function conditionOn(expression: Expression, source: Source): Token[] {
  const where = source.parse('$filter', toCondition(inTermsOf(expression, source))).where ?? []
  return source.reading ? source.reading(where) : translate(where, { entity: source.entity, nested: false })
}
