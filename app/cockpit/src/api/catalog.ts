import type { paths } from '../../gen/api.d.ts'
import { useReloadOnChange } from './catalog-changes.ts'
import { api, bodyOf } from './client.ts'
import { useTable } from './table.ts'
import { useDebounced } from './use-debounced.ts'
import { type Loaded, useLoaded } from './use-loaded.ts'

/** A table or view, as lists show it. */
export interface ListedObject {
  readonly schema: string
  readonly name: string
  readonly isView: boolean
  readonly type: TableItem['type'] | ViewItem['type']
  /** Of CAP itself, of a plugin or of the engine. */
  readonly isTechnical: boolean
  readonly columnCount: number
  readonly comment: string | null
  /** By the engine's statistics, where it keeps them; of tables only. */
  readonly rowCount: number | null
  readonly sizeBytes: number | null
  /** False for a view that can no longer be read. */
  readonly isValid: boolean
}

export interface ListedObjects {
  readonly objects: readonly ListedObject[]
  /** There are more than are listed. */
  readonly isCut: boolean
}

type Answer<Path extends '/tables' | '/views'> = paths[Path]['get']['responses'][200]['content']['application/json']
type TableItem = Answer<'/tables'>['tables'][number]
type ViewItem = Answer<'/views'>['views'][number]

export interface ColumnName {
  readonly name: string
  readonly type: string
}

const MOST = 1_000

/** The schemas that operations may use; others would only answer that they are closed. `isCurrent` is where pages start. */
export const readSchemas = async (signal: AbortSignal) => {
  const answer = await bodyOf(api.GET('/schemas', { signal }))
  const open = answer.schemas.filter(({ isOpen }) => isOpen)
  return { ...answer, schemas: open.map((schema) => ({ ...schema, isCurrent: schema.isDefault })) }
}

export const useSchemas = () => {
  const schemas = useLoaded('schemas', readSchemas)
  useReloadOnChange(schemas.reload)
  return schemas
}

/**
 * Tables and views of a schema whose names contain a text. The server is asked for the text only where there are more
 * than it lists.
 *
 * @param schema undefined asks nothing.
 */
export const useObjects = (schema: string | undefined, text = ''): Loaded<ListedObjects> => {
  const all = useListed(schema, '')
  const isCut = all.value?.isCut ?? false
  const asked = useDebounced(text)
  const found = useListed(isCut && asked !== '' ? schema : undefined, asked)
  if (isCut && asked !== '') return found
  const wanted = text.toLowerCase()
  const objects = all.value?.objects.filter(({ name }) => name.toLowerCase().includes(wanted)) ?? []
  return { ...all, value: all.value && { objects, isCut } }
}

/** Tables and views of a schema, by name. @param text is a part of their names. */
export const listObjects = async (schema: string, text: string, signal?: AbortSignal): Promise<ListedObjects> => {
  const query = { schema, pattern: patternOf(text), limit: MOST }
  const [tables, views] = await Promise.all([
    bodyOf(api.GET('/tables', { params: { query }, signal })),
    bodyOf(api.GET('/views', { params: { query }, signal })),
  ])
  const objects = [...tables.tables.map(fromTable), ...views.views.map(fromView)]
  return {
    objects: objects.sort((a, b) => a.name.localeCompare(b.name)),
    isCut: tables.truncated || views.truncated,
  }
}

const useListed = (schema: string | undefined, text: string): Loaded<ListedObjects> => {
  const key = schema === undefined ? null : JSON.stringify([schema, text])
  const listed = useLoaded(key, (signal) => listObjects(schema ?? '', text, signal))
  useReloadOnChange(listed.reload)
  return listed
}

const fromTable = (table: TableItem): ListedObject => ({
  ...table,
  isView: false,
  isValid: true,
})

const fromView = (view: ViewItem): ListedObject => ({
  ...view,
  isView: true,
  isValid: view.valid !== false,
  rowCount: null,
  sizeBytes: null,
})

// The API's patterns know `*`, `%` and `?`; one of them inside a name stands for itself and any other.
const patternOf = (text: string): string => (text === '' ? '*' : `*${text}*`)

/** Names and types of the columns, as the catalog tells them to everybody. */
export const useColumns = (schema: string | undefined, table: string | undefined): Loaded<readonly ColumnName[]> => {
  const found = useTable(schema, table)
  return { ...found, value: found.value?.columns }
}
