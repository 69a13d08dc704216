import { parseColumnList } from '../../../core/identifiers.ts'
import { AdminError } from '../../../core/errors.ts'
import { maskingOf } from '../../masking.ts'
import type { OperationContext } from '../../operation.ts'
import type { Input, ComparedColumn, Plan } from './plan.ts'

const DEFAULT_CHARACTERS = 2

/** What rows have to agree in, as the request spells it and as SQL. */
export interface Block {
  readonly name: string
  readonly sql: string
}

/**
 * Expressions over which rows have to agree to be compared: each a column, or the first characters of a text column.
 *
 * @throws AdminError `INVALID_PARAMETER`, `COLUMN_NOT_FOUND`.
 */
export const blockExpressions = (context: OperationContext, plan: Plan, { blockBy }: Input): Block[] => {
  const { dialect, names } = context
  const { open } = maskingOf(context, plan.table)
  const prefix = ({ metadata, compared }: ComparedColumn, length: number): string =>
    dialect.analysis.comparable(metadata, dialect.analysis.prefix(compared, length))
  const items = parseColumnList(blockBy, 'blockBy')
  if (!items)
    return plan.columns.slice(0, 1).map((first): Block => {
      const { name, kind } = first.metadata
      return kind === 'text'
        ? { name: `${name}:${DEFAULT_CHARACTERS}`, sql: prefix(first, DEFAULT_CHARACTERS) }
        : { name, sql: first.compared }
    })
  return items.flatMap((item) => {
    const [, name = item, length] = /^(.+):(\d{1,4})$/.exec(item) ?? []
    return names
      .columns(plan.table, [name])
      .map(open)
      .map((metadata): Block => {
        if (dialect.analysis.isLargeObject(metadata))
          throw new AdminError('INVALID_PARAMETER', `'blockBy' names '${metadata.name}', which holds large objects`)
        const column = plan.describe(metadata)
        if (length === undefined) return { name: metadata.name, sql: column.compared }
        if (metadata.kind !== 'text' || Number(length) === 0)
          throw new AdminError('INVALID_PARAMETER', `'blockBy' takes first characters of texts only, not '${item}'`)
        return { name: `${metadata.name}:${length}`, sql: prefix(column, Number(length)) }
      })
  })
}
