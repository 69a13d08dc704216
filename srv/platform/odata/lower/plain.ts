import { partsOf, type Typed } from '../meaning/nodes.ts'

const some = (typed: Typed, test: (part: Typed) => boolean): boolean =>
  test(typed) || partsOf(typed).some((part) => some(part, test))

/** Whether rows behind links can be told from by themselves: by their own properties. */
export const isPlain = ({ of, each }: Typed & { readonly kind: 'any' | 'all' }): boolean =>
  !of ||
  !some(of, (part) => {
    if (part.kind === 'property' || part.kind === 'record') return part.row !== each || part.path.length > 1
    return part.kind === 'any' || part.kind === 'all' || part.kind === 'count'
  })

/** Whether queries within have to refer to the rows that an expression is about. */
export const needsName = (typed: Typed): boolean =>
  some(typed, (part) => part.kind === 'count' || ((part.kind === 'any' || part.kind === 'all') && !isPlain(part)))
