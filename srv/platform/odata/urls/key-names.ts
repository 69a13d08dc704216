import type { Entity } from '../../cap/csn.ts'

/** The names of the properties that make up the key of an entity, in their order. */
export const keyNames = ({ keys = {} }: Entity): string[] =>
  Object.values(keys)
    .filter(({ isAssociation }) => !isAssociation)
    .map(({ name }) => name)
