/** The associations of a model that are followed from one record to many. */
import cds from '@sap/cds'

interface Element {
  readonly name: string
  readonly is2many?: boolean
  readonly on?: readonly (string | { readonly ref: readonly string[] })[]
  readonly keys?: readonly { readonly ref: readonly string[] }[]
  readonly _target?: Entity
}

interface Entity {
  readonly kind: string
  readonly name: string
  readonly elements: Readonly<Record<string, Element>>
  readonly keys?: Readonly<Record<string, { readonly isAssociation?: boolean; readonly virtual?: boolean }>>
  readonly query?: unknown
  readonly drafts?: Entity
}

export interface Backlink {
  /** `saga.Film:characters`. */
  readonly name: string
  /** What is read when it is followed from one record. */
  readonly query: object
  /** Where the partners are stored, as far as that is a table, and the columns that tell whose they are. */
  readonly table: string | undefined
  readonly columns: readonly string[]
}

const partnerColumns = ({ name, on = [], _target }: Element): string[] =>
  on
    .flatMap((token) => (typeof token === 'object' && token.ref[0] === name ? [token.ref.slice(1)] : []))
    .flatMap(([first = '', ...rest]) => {
      const { keys } = _target?.elements[first] ?? {}
      return keys && rest.length === 0 ? keys.map(({ ref }) => [first, ...ref].join('_')) : [[first, ...rest].join('_')]
    })

const follow = (entity: Entity, association: string): object => {
  const keys = Object.entries(entity.keys ?? {}).filter(
    ([name, key]) => !key.isAssociation && name !== 'IsActiveEntity',
  )
  const where = keys.flatMap(([name], index) => [...(index > 0 ? ['and'] : []), { ref: [name] }, '=', { val: 'x' }])
  const from = { ref: [{ id: entity.name, where }, association] }
  return (cds.ql as unknown as (query: object) => object)({ SELECT: { from, columns: [{ val: 1, as: 'one' }] } })
}

/** Those of the entities of a model and of their drafts. The views that count distinct partners are computed, not stored. */
export const backlinksOf = (definitions: Iterable<unknown>): Backlink[] =>
  [...(definitions as Iterable<Entity>)]
    .flatMap((each) => (each.kind === 'entity' ? [each, ...(each.drafts ? [each.drafts] : [])] : []))
    .flatMap((entity) =>
      Object.values(entity.elements)
        .filter(({ is2many, _target }) => is2many && _target)
        .map((element) => {
          const isDraft = entity.name.endsWith('.drafts')
          const target = (isDraft && element._target!.drafts) || element._target!
          return {
            name: `${entity.name}:${element.name}`,
            query: follow(entity, element.name),
            table: target.query && !isDraft ? undefined : target.name.replaceAll('.', '_'),
            columns: partnerColumns(element),
          }
        }),
    )
