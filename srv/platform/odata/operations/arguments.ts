import { badRequest } from '../errors/errors.ts'
import { type Concern, type Element, queriesOf } from '../../cap/odata.ts'
import { operationOf } from '../urls/resource.ts'
import { parseQueryString } from '../url/query.ts'
import { segmentsOf } from '../urls/place.ts'
import { textBefore } from '../urls/text-before.ts'

/** The arguments of the last call in a path, as they are written. */
const written = (path: string): (readonly [name: string, text: string])[] => {
  const [, list = ''] = /^[^(]*\((.*)\)$/s.exec(segmentsOf(decodeURIComponent(path)).at(-1) ?? '') ?? []
  const items = list.match(/(?:'[^']*'|[^,'])+/g) ?? []
  return items.map((item) => [textBefore(item, '=').trim(), item.slice(item.indexOf('=') + 1).trim()])
}

const asType = (value: unknown, { _type }: Element): unknown =>
  _type === 'cds.Double' && typeof value === 'string' && value.trim() && Number.isFinite(Number(value))
    ? Number(value)
    : value

/** The arguments of a function: each given once, null where an alias has no value, and numbers that CAP leaves as texts. */
export const functionArguments: Concern = (adapter) => (req, _res, next) => {
  const [query] = queriesOf(req)
  const segment = query?.SELECT?.from.ref?.at(-1)
  const args = typeof segment === 'object' ? segment.args : undefined
  const { params = {} } = (args && query && operationOf(query, adapter)) ?? {}
  if (!args) return next()
  const path = textBefore(req.url, '?')
  const aliases = new Set(parseQueryString(req.url.slice(path.length + 1)).map(({ name }) => name))
  const seen = new Set<string>()
  for (const [name, text] of written(path)) {
    if (seen.has(name))
      return next(Object.assign(badRequest('INVALID_ARGUMENT', `"${name}" is given twice.`), { target: name }))
    seen.add(name)
    if (text.startsWith('@') && !aliases.has(text)) args[name] = null
  }
  for (const [name, element] of Object.entries(params))
    if (element && name in args) args[name] = asType(args[name], element)
  next()
}
