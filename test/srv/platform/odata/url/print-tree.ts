/** Writes trees of URLs as text, with as many parentheses as there may be. */
import type { Expression, Item, Options, Search, Segment } from '../../../../../srv/platform/odata/url/nodes.ts'

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

export const printExpression = (of: Expression): string => {
  switch (of.kind) {
    case 'literal':
      return printLiteral(of)
    case 'alias':
      return of.name
    case 'json':
      return JSON.stringify(of.value)
    case 'call':
      return `${of.name}(${of.args.map(printExpression).join(',')})`
    case 'case':
      // A time goes on behind a colon, unless there is a blank before it.
      return `case(${of.of.map(({ when, then }) => `${printExpression(when)} :${printExpression(then)}`).join(',')})`
    case 'list':
      return `(${of.of.map(printExpression).join(',')})`
    case 'not':
      return `not (${printExpression(of.of)})`
    case 'minus':
      return `-(${printExpression(of.of)})`
    case 'binary':
      return `${inner(of.left)} ${of.operator} ${inner(of.right)}`
    case 'path':
      return of.segments.reduce((path, each) => path + divider(path, each) + printSegment(each), of.root ?? '')
  }
}

/** Arguments stand right behind what they are of. */
const divider = (path: string, { kind }: Segment): string => (path === '' || kind === 'arguments' ? '' : '/')

const inner = (of: Expression): string => (of.kind === 'list' ? printExpression(of) : `(${printExpression(of)})`)

const printLiteral = ({ type, text, prefix }: Expression & { kind: 'literal' }): string => {
  if (type === 'String') return quoted(text)
  if (type === 'Enum') return (prefix ?? '') + quoted(text)
  if (type === 'Duration' || type === 'Binary') return type.toLowerCase() + quoted(text)
  return type === 'Single' ? `${text}f` : text
}

const printSegment = (segment: Segment): string => {
  switch (segment.kind) {
    case 'arguments':
      return `(${segment.of.map(({ name, of }) => (name ? `${name}=` : '') + printExpression(of)).join(',')})`
    case 'count':
      return segment.options ? `$count${printOptions(segment.options)}` : '$count'
    case 'lambda':
      return `${segment.name}(${segment.of ? `${segment.variable ?? ''}:${printExpression(segment.of)}` : ''})`
    case 'filter':
      return `$filter(${printExpression(segment.of)})`
    case 'aggregate':
      return `aggregate(${printExpression(segment.of)} with ${segment.method})`
    default:
      return segment.name
  }
}

export const printSearch = (of: Search): string => {
  if (of.kind === 'term') return `"${of.text.replace(/["\\]/g, '\\$&')}"`
  if (of.kind === 'not') return `NOT (${printSearch(of.of)})`
  return of.of.map((each) => `(${printSearch(each)})`).join(of.kind === 'and' ? ' AND ' : ' OR ')
}

const printItem = ({ path, options }: Item): string => path.join('/') + (options ? printOptions(options) : '')

/** Options as they are within parentheses. */
export const printOptions = (options: Options): string => {
  const { filter, orderby, search, select, expand, compute, top, skip, count, levels } = options
  const texts = {
    filter: filter && printExpression(filter),
    orderby: orderby?.map(({ of, isDescending }) => `${printExpression(of)}${isDescending ? ' desc' : ''}`).join(),
    search: search && printSearch(search),
    select: select?.map(printItem).join(),
    expand: expand?.map(printItem).join(),
    compute: compute?.map(({ of, name }) => `${printExpression(of)} as ${name}`).join(),
    ...{ top, skip, count, levels },
  }
  const given = Object.entries(texts).filter(([, text]) => text !== undefined)
  return `(${given.map(([name, text]) => `$${name}=${String(text)}`).join(';')})`
}
