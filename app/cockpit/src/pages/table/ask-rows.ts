import type { paths } from '../../../gen/api.d.ts'
import { api, bodyOf } from '../../api/client.ts'
import { inTurn } from '../../api/in-turn.ts'
import type { TableColumn } from '../../api/table.ts'
import type { GridRow } from '../../parts/grid/grid-column.ts'
import { rowCondition } from './row-condition.ts'
import { VALUE_LIMIT, mayBeCut } from './value-limit.ts'

export type Question = NonNullable<paths['/export']['post']['requestBody']>['content']['application/json']

/** A page of rows, with the beginning of long values, of which bytes can be told from text. @throws ApiError */
export const askPage = (question: Question, signal: AbortSignal) =>
  inTurn(signal, () =>
    bodyOf(api.POST('/export', { body: { ...question, values: 'exact', valueLimit: VALUE_LIMIT }, signal })),
  )

/** Rows of a table with their values whole. @throws ApiError */
export const askRows = async (question: Question): Promise<readonly GridRow[]> => {
  const { signal } = new AbortController()
  const answer = await inTurn(signal, () => bodyOf(api.POST('/export', { body: { ...question, values: 'exact' } })))
  return answer.rows ?? []
}

/** A value of a page of rows, whole. @param question what the page was asked by. @throws ApiError */
export const askValue = async (
  question: Question,
  columns: readonly TableColumn[],
  { row, column, number }: { readonly row: GridRow; readonly column: string; readonly number: number },
): Promise<unknown> => {
  if (!mayBeCut(row[column])) return row[column]
  const key = rowCondition(columns, row)
  const place = key === undefined ? { offset: number } : { where: key, offset: 0 }
  const [found] = await askRows({ ...question, ...place, columns: [column], limit: 1 })
  return found?.[column]
}
