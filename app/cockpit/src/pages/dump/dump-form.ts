import type { JobBody } from '../../api/jobs.ts'

/** Rows that are given: others hang on them. */
export interface GivenRows {
  readonly table: string
  readonly where: string
}

/** What the form of the page holds. */
export interface DumpForm {
  readonly schema: string
  /** None for all of the schema. */
  readonly tables: readonly string[]
  readonly references: boolean
  /** Each a table and a filter, as JSON. */
  readonly rows: readonly string[]
}

export const EMPTY_FORM: DumpForm = { schema: '', tables: [], references: true, rows: [] }

export const writeRows = (rows: readonly GivenRows[]): readonly string[] =>
  rows.map(({ table, where }) => JSON.stringify([table, where]))

/** Rows as the address has them; what is none is left out. */
export const readRows = (texts: readonly string[]): readonly GivenRows[] =>
  texts.flatMap((text) => {
    try {
      const pair: unknown = JSON.parse(text)
      if (!Array.isArray(pair)) return []
      const [table, where] = pair as unknown[]
      return typeof table === 'string' && typeof where === 'string' ? [{ table, where }] : []
    } catch {
      return []
    }
  })

/** What is asked of the API; undefined while a condition is not complete. */
export const dumpBody = ({ schema, tables, references, rows }: DumpForm): JobBody<'/dump'> | undefined => {
  const given = readRows(rows)
  if (schema === '' || given.some(({ table, where }) => table === '' || where === '')) return undefined
  return {
    schema,
    ...(tables.length > 0 && { tables: [...tables], ...(!references && { references }) }),
    ...(given.length > 0 && { rows: given.map((each) => ({ ...each })) }),
  }
}
