import { api, bodyOf } from './client.ts'
import { useLoaded } from './use-loaded.ts'
import type { Loaded } from './use-loaded.ts'

/** A table or view, as lists show it. */
export interface ObjectName {
  readonly schema: string
  readonly name: string
  readonly isView: boolean
}

export interface ColumnName {
  readonly name: string
  readonly type: string
}

const MOST = 1_000

export const useSchemas = () => useLoaded('schemas', (signal) => bodyOf(api.GET('/schemas', { signal })))

/**
 * Tables and views of a schema, those whose names contain a text; the first thousand of each.
 *
 * @param schema undefined asks nothing.
 */
export const useObjects = (schema: string | undefined, text = ''): Loaded<readonly ObjectName[]> =>
  useLoaded(schema === undefined ? null : JSON.stringify([schema, text]), async (signal) => {
    const query = { schema: schema ?? '', pattern: patternOf(text), limit: MOST }
    const [{ tables }, { views }] = await Promise.all([
      bodyOf(api.GET('/tables', { params: { query }, signal })),
      bodyOf(api.GET('/views', { params: { query }, signal })),
    ])
    return [
      ...tables.map((table) => ({ schema: table.schema, name: table.name, isView: false })),
      ...views.map((view) => ({ schema: view.schema, name: view.name, isView: true })),
    ].sort((a, b) => a.name.localeCompare(b.name))
  })

// The API's patterns know `*`, `%` and `?`; one of them inside a name stands for itself and any other.
const patternOf = (text: string): string => (text === '' ? '*' : `*${text}*`)

/** Names and types of the columns. The API tells them to whoever may read rows: with an export of none. */
export const useColumns = (schema: string | undefined, table: string | undefined): Loaded<readonly ColumnName[]> =>
  useLoaded(schema && table ? JSON.stringify([schema, table]) : null, async (signal) => {
    const body = { schema: schema ?? '', table: table ?? '', format: 'json', limit: 0 } as const
    return (await bodyOf(api.POST('/export', { body, signal }))).columns
  })
