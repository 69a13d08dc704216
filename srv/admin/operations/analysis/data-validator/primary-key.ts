import type { ColumnMetadata } from '../../../dialects/metadata.ts'
import type { ResolvedTable } from '../../operation.ts'

/** The columns of the primary key in its order; none for views and tables without one. */
export const primaryKey = (table: ResolvedTable): readonly ColumnMetadata[] =>
  table.columns
    .filter(({ keyPosition }) => keyPosition !== null)
    .sort((a, b) => (a.keyPosition ?? 0) - (b.keyPosition ?? 0))
