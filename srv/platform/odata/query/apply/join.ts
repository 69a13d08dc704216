import { type Element, elementOf, type Entity } from '../../../cap/csn.ts'
import { BadRequest } from '../../protocol/errors.ts'
import { comparison, NULL, type Row, type Typed } from '../../meaning/nodes.ts'
import { resolveCondition } from '../../meaning/resolve.ts'
import type { Names } from '../../meaning/rows.ts'
import { searched } from '../../meaning/search.ts'
import type { Transformation } from '../../url/nodes.ts'
import { propertiesOf, type Relation } from './relation.ts'

type Nested = Transformation & { readonly kind: 'nested' }

/** The link of the records of a collection back to the record that they are of. */
function backOf({ name, on = [] }: Element, target: Entity): Element | undefined {
  const refs = on.flatMap((token) => (typeof token === 'object' && token.ref ? [token.ref.map(String)] : []))
  const way = refs.find(([start]) => start === name)
  const isOfSelf = on.length === 3 && way?.length === 2 && refs.some((ref) => ref.join() === '$self')
  return isOfSelf ? elementOf(target, way[1] ?? '') : undefined
}

/** What steps leave of the records that are joined. */
const conditionsOf = (steps: readonly Transformation[], names: Names): Typed[] =>
  steps.flatMap((step) => {
    if (step.kind === 'identity') return []
    if (step.kind === 'filter') return [resolveCondition(step.of, names)]
    if (step.kind === 'search') return [searched(step.of, names.here)]
    throw new BadRequest('join takes filter and search, and no other transformations')
  })

/**
 * `join(items as item)`: each record once for each that it leads to, which has a name. Where these are many, the rows
 * are theirs, and each leads back to the record that it is of. `outerjoin` keeps those that lead to no record.
 *
 * @throws BadRequest for other rows than records, and links without a way back
 */
export function joinOn(relation: Relation, { name: kind, path, parts }: Nested): Relation {
  const { scope, names, from, own } = relation
  const [part] = parts
  const isOuter = kind === 'outerjoin'
  if ((kind !== 'join' && !isOuter) || !part)
    throw new BadRequest(`The transformation ${kind} of $apply is not supported`)
  const [segment, ...more] = path?.segments ?? []
  if (!scope || !from.ref || relation.page || segment?.kind !== 'name' || more.length)
    throw new BadRequest('join is for records and a link of them, as in join(items as item)')
  const link = elementOf(names.here.entity, segment.name)
  const target = link?._target
  if (!link || !target || link['@cds.api.ignore']) throw new BadRequest(`There is no link ${segment.name} to join`)
  if (elementOf(names.here.entity, part.name) || names.columns.has(part.name))
    throw new BadRequest(`There is a property ${part.name} already`)
  const row: Row = { name: part.name, entity: target }
  const back = link.is2many ? backOf(link, target) : undefined
  if (link.is2many && (isOuter || !back || relation.joined.size))
    throw new BadRequest(`The transformation ${kind} of $apply is not supported for ${link.name}`)
  if (isOuter && part.of.length) throw new BadRequest('outerjoin takes no transformations of what it joins')
  const there: Typed = { kind: 'record', row: names.here, path: [link], type: 'Record', isNullable: true }
  const result: Relation = {
    ...relation,
    names: { ...names, variables: [...names.variables, row] },
    own: [...own, ...propertiesOf(target).map((name) => `${part.name}/${name}`)],
    ...(back
      ? {
          row,
          joined: new Map([[names.here, { row, path: [back] }]]),
          from: { ...from, ref: [...from.ref, link.name] },
          scope: { ...scope, entity: target, isOfBoth: false },
        }
      : {
          joined: new Map([...relation.joined, [row, { row: names.here, path: [link] }]]),
          filters: [...relation.filters, ...(isOuter ? [] : [comparison('ne', there, NULL)])],
        }),
  }
  const conditions = conditionsOf(part.of, { ...names, here: row, columns: new Map() })
  return { ...result, filters: [...result.filters, ...conditions] }
}
