import type { JobBody } from '../../api/jobs.ts'
import type { PickedTable } from '../../parts/table-picker.tsx'
import type { Options } from '../../parts/use-options.ts'

/** What both operations are asked with: which tables, and how their rows are found. */
export type Question = Pick<
  JobBody<'/dataDiff'>,
  'schema1' | 'table1' | 'schema2' | 'table2' | 'keyColumns' | 'excludeColumns' | 'where'
>

export const sideOf = (options: Options, side: 1 | 2): PickedTable => ({
  schema: options[`schema${side}`] ?? '',
  table: options[`table${side}`] ?? '',
})

/** @returns undefined until both tables are picked, and the schemas are known that they are in. */
export const questionOf = (options: Options): Question | undefined => {
  const [first, second] = [sideOf(options, 1), sideOf(options, 2)]
  if (!first.table || !second.table || !first.schema || !second.schema) return undefined
  const { key, without, where } = options
  return {
    schema1: first.schema,
    table1: first.table,
    schema2: second.schema,
    table2: second.table,
    ...(key && { keyColumns: key.split(',') }),
    ...(without && { excludeColumns: without.split(',') }),
    ...(where && { where }),
  }
}

/** Names that tell the two tables apart: with their schemas where the tables are called alike. */
export const namesOf = (table1: PickedTable, table2: PickedTable): readonly [string, string] =>
  table1.table === table2.table
    ? [`${table1.schema}.${table1.table}`, `${table2.schema}.${table2.table}`]
    : [table1.table, table2.table]
