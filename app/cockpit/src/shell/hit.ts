/** Something that one can go to. */
export interface Hit {
  readonly kind: 'page' | 'table' | 'view' | 'column'
  readonly icon: string
  readonly name: string
  /** Where it is: a schema, a table. */
  readonly place: string
  readonly href: string
}
