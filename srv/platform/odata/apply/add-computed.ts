import type { Entity, Select } from '../../cap/csn.ts'
import { kindOf } from '../functions/types.ts'
import type { Computed } from '../options/compute.ts'
import { toOperand } from '../options/dialect.ts'
import { BadRequest } from '../errors/bad-request.ts'
import type { ParseOption } from './source.ts'

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
    // A database may know no other truth than 1.
    const cast = kindOf(operand, entity) === 'boolean' && !operand.ref ? { cast: { type: 'cds.Boolean' } } : {}
    columns.push({ ...operand, ...cast, as: name })
  }
}
