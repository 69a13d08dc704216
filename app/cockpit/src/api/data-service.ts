import { ApiError, toApiError } from './api-error.ts'
import { api, authorizedFetch, bodyOf } from './client.ts'
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

/** The view that the service describes entities from; without it nothing of the application is in the database. */
const ENTITIES = 'DataService_Entities'

/** Of an error where the database does not have the application's tables. */
export const NOT_DEPLOYED = 'NOT_DEPLOYED'

const isDeployed = (signal: AbortSignal): Promise<boolean> =>
  bodyOf(api.GET('/table', { params: { query: { table: ENTITIES, structure: false } }, signal })).then(
    () => true,
    (reason: unknown) => toApiError(reason).code !== 'TABLE_NOT_FOUND',
  )

/**
 * Entities whose rows can be read, by name: those of the services that the server offers. What the service describes
 * besides is the model below them.
 *
 * @throws ApiError; `NOT_DEPLOYED` where the database has no tables of the application.
 */
export const readEntities = async (signal: AbortSignal): Promise<readonly EntityDescription[]> => {
  const options = { $expand: 'columns', $top: '1000', $orderby: 'name' }
  const [described, { services }] = await Promise.all([
    ask<EntityDescription>('Entities', options, signal).catch(async (reason: unknown) => {
      if (await isDeployed(signal)) throw reason
      throw new ApiError({ status: 404, code: NOT_DEPLOYED, title: '', details: '', cause: reason })
    }),
    bodyOf(api.GET('/xsaServices', { signal })),
  ])
  const names = services.filter(({ kind }) => kind === 'application').map(({ name }) => `${name}.`)
  return described.value.filter((entity) => names.some((name) => entity.name.startsWith(name)))
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

/** Most rows that the service answers at a time. */
const CHUNK = 1_000

/** All rows, one answer after the other. @throws ApiError. */
export const readAllRows = async (entity: string | undefined, signal: AbortSignal): Promise<readonly GenericRow[]> => {
  const rows: GenericRow[] = []
  for (;;) {
    const page = await readRows(entity, { top: CHUNK, skip: rows.length }, signal)
    rows.push(...page.rows)
    if (page.rows.length === 0 || rows.length >= page.total) return rows
  }
}
