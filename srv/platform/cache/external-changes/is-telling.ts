import { TRIGGERS } from './postgres-structure.ts'
import type { Relation } from './postgres-structure.ts'

/** Whether every change to a table is told of, by the name that the model has for it or for what is above it. */
export const isTelling = ({ tells }: Relation, name: string): boolean =>
  Object.values(TRIGGERS).every(({ type, enabled }) => tells?.includes(`${type} ${enabled} ${name}\\000`))
