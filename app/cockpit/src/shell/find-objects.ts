import { readSchemas } from '../api/catalog.ts'
import { api, bodyOf } from '../api/client.ts'
import { writeFilters } from '../parts/grid/column-filter.ts'
import { hrefOf } from '../parts/route.ts'
import type { Hit } from './hit.ts'

interface Found extends Hit {
  readonly isTechnical: boolean
}

const LISTED = 20

/** Tables, views and columns of all schemas, by a part of their names; those that begin with it come first. */
export const findObjects = async (text: string, signal: AbortSignal): Promise<readonly Hit[]> => {
  const { schemas } = await readSchemas(signal)
  const found = await Promise.all(
    schemas.filter(({ isSystem }) => !isSystem).map(({ name }) => findInSchema(name, text, signal)),
  )
  const wanted = text.toLowerCase()
  const rank = ({ kind, name, isTechnical }: Found): number =>
    (kind === 'column' ? 4 : 0) +
    (isTechnical ? 2 : 0) +
    (name.toLowerCase() === wanted ? -1 : name.toLowerCase().startsWith(wanted) ? 0 : 1)
  return found.flat().sort((a, b) => rank(a) - rank(b))
}

const findInSchema = async (schema: string, text: string, signal: AbortSignal): Promise<Found[]> => {
  const query = { schema, pattern: `*${text}*`, limit: LISTED }
  const params = { query }
  const [{ tables }, { views }, { columns }] = await Promise.all([
    bodyOf(api.GET('/tables', { params, signal })),
    bodyOf(api.GET('/views', { params, signal })),
    bodyOf(api.GET('/columns', { params, signal })),
  ])
  const place = schema
  return [
    ...tables.map(({ name, isTechnical }): Found => ({
      kind: 'table',
      icon: 'table-view',
      name,
      isTechnical,
      place,
      href: hrefOf('table', [schema, name]),
    })),
    ...views.map(({ name, isTechnical }): Found => ({
      kind: 'view',
      icon: 'show',
      name,
      isTechnical,
      place,
      href: hrefOf('table', [schema, name]),
    })),
    ...columns.map(({ name, table, isTechnical }): Found => ({
      kind: 'column',
      icon: 'filter',
      name,
      isTechnical,
      place: `${schema} / ${table}`,
      href: hrefOf('table', [schema, table], {
        filter: writeFilters([{ column: name, operator: 'notNull', values: [] }]),
      }),
    })),
  ]
}
