import type { paths } from '../../gen/api.d.ts'
import { api, bodyOf } from './client.ts'
import { keptAnswers } from './kept-answers.ts'
import { type Loaded, useLoaded } from './use-loaded.ts'

type Answer = paths['/table']['get']['responses'][200]['content']['application/json']

/** All that the catalog tells of one table or view. */
export type TableStructure = Required<Omit<Answer, 'success' | 'matchingRows'>>
export type TableColumn = TableStructure['columns'][number]
/** A key of this table to another one. */
export type OutgoingKey = TableStructure['references'][number]
/** A key of another table to this one. */
export type IncomingKey = TableStructure['referencedBy'][number]

const kept = keptAnswers<TableStructure>()

/** Asks once for those who ask at about the same time. */
export const readTable = (schema: string, table: string): Promise<TableStructure> =>
  kept(
    JSON.stringify([schema, table]),
    () => bodyOf(api.GET('/table', { params: { query: { schema, table } } })) as Promise<TableStructure>,
  )

/** @param schema or table undefined or empty asks nothing. */
export const useTable = (schema: string | undefined, table: string | undefined): Loaded<TableStructure> => {
  const key = schema && table ? JSON.stringify([schema, table]) : null
  return useLoaded(key, () => readTable(schema ?? '', table ?? ''))
}

/** Counts rows, all of them or those that a filter names. For operators. @throws ApiError. */
export const countRows = async (
  schema: string,
  table: string,
  where: string | undefined,
  signal: AbortSignal,
): Promise<number> => {
  const query = { schema, table, count: true, structure: false, ...(where && { where }) }
  const { matchingRows = 0 } = await bodyOf(api.GET('/table', { params: { query }, signal }))
  return matchingRows
}

/** How many rows there are. @param schema or table empty asks nothing. */
export const useRowCount = (schema: string, table: string, where?: string): Loaded<number> =>
  useLoaded(schema && table ? JSON.stringify([schema, table, where]) : null, (signal) =>
    countRows(schema, table, where, signal),
  )
