import { type Interceptor, type Row, toRows } from '../../cap/request.ts'
import { type Column, elementOf, startOf } from '../../cap/csn.ts'

const isType = (column: Column): boolean => column !== '*' && column.as === '$mediaContentType'

/** A stream has the ETag of its record, which CAP reads only where a condition asks for it. */
export const etagOfStream: Interceptor = async (request, next) => {
  const { query, target, res } = request
  const columns = query?.SELECT?.columns
  const name = columns?.some(isType) ? target?._etag?.name : undefined
  if (name === undefined || !columns) return next()
  if (!columns.some((column) => column !== '*' && column.ref?.[0] === name)) columns.push({ ref: [name] })
  const result = await next()
  const [row] = toRows(result) as (Row | undefined)[]
  const tag = row?.[name] as string | number | Date | undefined
  if (tag) res?.set('ETag', `W/"${tag instanceof Date ? tag.toISOString() : tag}"`)
  return result
}

/** A collection is never null: what the database has of one that was never written is an empty one. */
export const emptyCollections: Interceptor = async (request, next) => {
  const result = await next()
  const { one, columns = [] } = request.query?.SELECT ?? {}
  const [row] = one ? toRows(result) : []
  for (const column of row ? columns : []) {
    const name = column === '*' ? '' : startOf(column.ref ?? [])
    if (row?.[name] === null && elementOf(request.target, name)?.items) row[name] = []
  }
  return result
}
