import type { paths } from '../../gen/api.d.ts'
import { api, bodyOf } from './client.ts'
import { type Loaded, useLoaded } from './use-loaded.ts'

type Answer = paths['/structure']['get']['responses'][200]['content']['application/json']

export type KeyedTable = Answer['tables'][number]
/** A foreign key of the catalog, or an association of the model. */
export type Reference = Answer['references'][number]

/** The tables of a schema, and how they refer to each other. */
export interface SchemaStructure {
  readonly schema: string
  readonly tables: readonly KeyedTable[]
  readonly references: readonly Reference[]
  /** There are more tables than are told here. */
  readonly isCut: boolean
}

/** Which columns are told. */
export type ColumnsTold = 'keys' | 'all'

const [PAGE, PAGES] = [1_000, 10]

/** @param schemas none asks nothing. */
export const useStructures = (schemas: readonly string[], columns: ColumnsTold): Loaded<readonly SchemaStructure[]> =>
  useLoaded(schemas.length === 0 ? null : JSON.stringify([schemas, columns]), async (signal) => {
    const found: SchemaStructure[] = []
    for (const schema of schemas) found.push(await readStructure(schema, columns, signal))
    return found
  })

const readStructure = async (schema: string, columns: ColumnsTold, signal: AbortSignal): Promise<SchemaStructure> => {
  const pages: Answer[] = []
  do {
    const query = { schema, columns, limit: PAGE, offset: pages.length * PAGE }
    pages.push(await bodyOf(api.GET('/structure', { params: { query }, signal })))
  } while (pages.at(-1)?.truncated && pages.length < PAGES)
  return {
    schema,
    tables: pages.flatMap(({ tables }) => tables),
    references: pages.flatMap(({ references }) => references),
    isCut: pages.at(-1)?.truncated ?? false,
  }
}
