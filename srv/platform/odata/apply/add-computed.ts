import { type Entity, nameOf, type Operand, type Select } from '../../cap/csn.ts'
import { kindOf, numberType } from '../functions/types.ts'
import type { Computed } from '../options/compute.ts'
import { toOperand } from '../options/dialect.ts'
import { BadRequest } from '../errors/bad-request.ts'
import type { ParseOption } from './source.ts'

/** Types that are read in another form than the database has: it may know no other truth than 1. */
const READ_APART: ReadonlySet<string | undefined> = new Set(['Int64', 'Decimal'])

const castOf = (operand: Operand, entity: Entity): Pick<Operand, 'cast'> => {
  if (kindOf(operand, entity) === 'boolean') return { cast: { type: 'cds.Boolean' } }
  const type = numberType(operand, entity)
  return READ_APART.has(type) ? { cast: { type: `cds.${String(type)}` } } : {}
}

/** Adds what `$compute` names to the columns of a query: all of it, or what `$select` asks for. */
export function addComputed(
  select: Select,
  computed: Computed,
  selected: string | undefined,
  entity: Entity,
  parse: ParseOption,
): void {
  if (!computed.size || select.columns?.some((column) => column !== '*' && column.as === '$count')) return
  const names = selected?.split(',').map((name) => name.trim())
  const columns = (select.columns ??= ['*'])
  for (const [name, expression] of computed) {
    if (names && !names.includes(name) && !names.includes('*')) continue
    const [operand] = parse('$orderby', toOperand(expression)).orderBy ?? []
    if (!operand) throw new BadRequest(`${name} is not computed of anything`)
    Reflect.deleteProperty(operand, 'sort')
    if (operand.ref && !kindOf(operand, entity))
      throw new BadRequest(`${name} is computed of ${operand.ref.map(nameOf).join('/')}, which no expression can take`)
    columns.push({ ...operand, ...(!operand.ref && castOf(operand, entity)), as: name })
  }
}
