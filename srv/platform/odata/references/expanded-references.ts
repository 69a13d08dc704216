import { type Row, toRows } from '../../cap/request.ts'
import { beforeSend } from '../answers/before-send.ts'
import type { CapAdapter, Concern } from '../../cap/odata.ts'
import type { Entity } from '../../cap/csn.ts'
import { expandedOf } from '../meaning/expanded.ts'
import type { Item } from '../url/nodes.ts'
import { readQuery } from '../url/query.ts'
import { referenceTo } from '../urls/canonical-path.ts'
import { resourceAt } from '../meaning/resource.ts'

/** Which navigation properties of the rows of an answer become references or counts, and the same below the others. */
interface Shape {
  readonly references: readonly (readonly [name: string, target: Entity])[]
  readonly counts: readonly string[]
  readonly below: readonly (readonly [name: string, shape: Shape])[]
}

const shapeOf = (items: readonly Item[], entity: Entity): Shape => {
  const expanded = expandedOf(items, entity)
  return {
    references: expanded.flatMap(({ element, end }) =>
      end === '$ref' ? [[element.name, element._target] as const] : [],
    ),
    counts: expanded.flatMap(({ element, end }) => (end === '$count' ? [element.name] : [])),
    below: expanded.flatMap(({ element, end, options }) =>
      !end && options.expand ? [[element.name, shapeOf(options.expand, element._target)] as const] : [],
    ),
  }
}

const reshape = (row: Row, shape: Shape, adapter: CapAdapter): void => {
  for (const [name, target] of shape.references) {
    const value = row[name]
    if (Array.isArray(value)) row[name] = (value as Row[]).map((each) => referenceTo(each, target, adapter))
    else if (value) row[name] = referenceTo(value, target, adapter)
  }
  for (const name of shape.counts) Reflect.deleteProperty(row, name)
  for (const [name, below] of shape.below) for (const each of toRows(row[name])) reshape(each, below, adapter)
}

const shapeOfUrl = (url: string, { service }: CapAdapter): Shape | undefined => {
  const [path = '', query = ''] = url.split(/\?(.*)/s)
  try {
    const { expand } = readQuery(query).options
    const entity = resourceAt(path, service).records.at(-1)?.entity
    return expand && entity ? shapeOf(expand, entity) : undefined
  } catch {
    // What cannot be read is refused by those who parse it.
    return undefined
  }
}

const mayExpand = (url: string): boolean => url.includes('expand') && /(?:\$|%24)(?:ref|count)/i.test(url)

/** `$expand=nav/$ref` and `$expand=nav/$count` are read as records, see meaning/expanded.ts, and sent as what was asked for. */
export const expandedReferences: Concern = (adapter) => {
  return (req, res, next) => {
    const shape = mayExpand(req.url) ? shapeOfUrl(req.url, adapter) : undefined
    if (shape)
      beforeSend(res, (body) => {
        if (res.statusCode >= 300 || typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return body
        const rows = Array.isArray((body as Row)['value']) ? ((body as Row)['value'] as Row[]) : [body as Row]
        for (const row of rows) reshape(row, shape, adapter)
        return body
      })
    next()
  }
}
