import type { StoredForm } from '../core/transfer/stored-form.ts'
import type { TargetColumn } from '../core/transfer/target-column.ts'
import type { ColumnMetadata } from '../dialects/metadata.ts'

/** A column as readers and writers of files have to know it. */
export const targetOf = (
  { name, kind, type, length, precision, scale, affinity }: ColumnMetadata,
  form: StoredForm | undefined,
): TargetColumn => ({ name, kind, type, length, precision, scale, affinity, form })
