import { elementOf } from '../../cap/csn.ts'
import { searchablePaths } from './searchable-paths.ts'
import type { Search } from '../url/nodes.ts'
import { call, comparison, joined, literal, type Row, truth, type Typed } from './nodes.ts'

/** `contains` compares characters, so %, _ and \ mean themselves. It is null for null, which has no text to find. */
const found = (text: string, path: string, row: Row): Typed => {
  let entity = row.entity
  const elements = path.split('/').flatMap((name) => {
    const element = elementOf(entity, name)
    entity = element?._target
    return element ?? []
  })
  const property: Typed = { kind: 'property', row, path: elements, type: 'String', isNullable: true }
  const lower = [property, literal('String', text)].map((part) => call('tolower', [part], 'String'))
  return call('contains', lower, 'Boolean')
}

/**
 * A search as a condition on rows, so that whatever is true of filters (navigation, `$expand`, counts, drafts, every
 * database) is true of searches.
 */
export function searched(search: Search, row: Row, isNegated = false): Typed {
  switch (search.kind) {
    case 'term': {
      const each = (row.entity ? searchablePaths(row.entity) : []).map((path) => found(search.text, path, row))
      if (isNegated)
        return joined(
          'and',
          each.map((part) => comparison('ne', part, truth(true))),
        )
      return joined('or', each)
    }
    case 'not':
      return searched(search.of, row, !isNegated)
    default: {
      const kind = (search.kind === 'and') === isNegated ? 'or' : 'and'
      return joined(
        kind,
        search.of.map((part) => searched(part, row, isNegated)),
      )
    }
  }
}
