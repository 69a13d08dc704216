import { authorizedFetch } from './client.ts'
import { addressOf, server } from './server.ts'

/** What the service `-data` tells of an entity. */
export interface EntityDescription {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly type: string | null; readonly isKey: boolean | null }[]
}

/** A row: its key as text, and its cells as text by the names of their columns. */
export interface GenericRow {
  readonly dummy: string
  readonly record: readonly { readonly column: string; readonly data: string | null }[]
}

export interface RowPage {
  readonly rows: readonly GenericRow[]
  readonly total: number
}

interface AnswerOf<Item> {
  readonly value: readonly Item[]
  readonly '@odata.count'?: number
}

const ask = async <Answer>(
  path: string,
  options: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<AnswerOf<Answer>> => {
  const url = new URL(addressOf(server().records ?? '', path))
  url.search = new URLSearchParams(options).toString()
  const response = await authorizedFetch(new Request(url, { signal, headers: { Accept: 'application/json' } }))
  return (await response.json()) as AnswerOf<Answer>
}

/** All entities that the service describes, by name. @throws ApiError. */
export const readEntities = async (signal: AbortSignal): Promise<readonly EntityDescription[]> => {
  const options = { $expand: 'columns', $top: '1000', $orderby: 'name' }
  return (await ask<EntityDescription>('Entities', options, signal)).value
}

/**
 * Rows of an entity, or the records that are stored in the service itself.
 *
 * @param entity undefined for the stored records.
 * @throws ApiError; live rows are for operators.
 */
export const readRows = async (
  entity: string | undefined,
  page: { readonly top: number; readonly skip: number },
  signal: AbortSignal,
): Promise<RowPage> => {
  const paging = { $top: String(page.top), $skip: String(page.skip), $count: 'true' }
  const answer = await ask<GenericRow>('Data', { ...paging, ...(entity !== undefined && { entity }) }, signal)
  return { rows: answer.value, total: answer['@odata.count'] ?? answer.value.length }
}
