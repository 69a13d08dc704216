import { createConverter } from '../core/transfer/convert.ts'
import { isOfModel } from '../core/find-entity.ts'
import { exactValue } from '../core/transfer/cell.ts'
import { formOf, NEW_FORM, type StoredForm } from '../core/transfer/stored-form.ts'
import type { ResolvedTable, SessionContext } from './operation.ts'
import type { TargetColumn } from '../core/transfer/target-column.ts'
import type { ColumnMetadata } from '../dialects/metadata.ts'

/** A column as readers and writers of files have to know it. */
export const targetOf = (
  { name, kind, type, length, precision, scale, affinity }: ColumnMetadata,
  form: StoredForm | undefined,
): TargetColumn => ({ name, kind, type, length, precision, scale, affinity, form })

/**
 * How the values of columns are written that take any, by those that are there: what is imported shall look like them.
 *
 * @returns forms by name; none for columns whose values the engine or CAP decides about.
 */
export const readForms = async (
  { dialect, model, session }: Pick<SessionContext, 'dialect' | 'model' | 'session'>,
  table: ResolvedTable,
): Promise<ReadonlyMap<string, StoredForm>> => {
  const columns = isOfModel(model, table.name) ? [] : table.columns.filter(({ takesAny }) => takesAny)
  if (!dialect.sampleValues || columns.length === 0) return new Map()
  const rows = await session.query(dialect.sampleValues(table, columns))
  return new Map(
    columns.map((column) => {
      const convert = createConverter({ ...column, form: NEW_FORM }, dialect.capabilities)
      const values = rows.map((row) => row[column.name] ?? null).filter((value) => value !== null)
      // Bytes tell what they are, wherever they stand.
      const form = formOf(
        values,
        (value) =>
          value === null ||
          value instanceof Uint8Array ||
          convert(String(exactValue(value, column.kind))) !== undefined,
      )
      return [column.name, form]
    }),
  )
}
