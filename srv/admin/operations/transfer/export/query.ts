import { parseColumnList } from '../../../core/identifiers.ts'
import { isOfModel } from '../../../core/find-entity.ts'
import { lacks } from '../../../core/own-type.ts'
import type { Statement } from '../../../core/values.ts'
import type { ColumnMetadata } from '../../../dialects/metadata.ts'
import { type OrderTerm, orderText, type PageQuestion, plainStatement } from '../../../dialects/page.ts'
import { AdminError } from '../../../core/errors.ts'
import { conditionOf, MASK, maskingOf } from '../../masking.ts'
import type { OperationContext, ResolvedTable } from '../../operation.ts'
import type { ExportInput } from './delivery.ts'

/** A column of an export; a masked one is text that only tells whether there is a value. */
export interface ExportColumn extends ColumnMetadata {
  readonly isMasked: boolean
}

/**
 * The statement of an export. Rows come in the order asked for, rows that are equal in it by primary key.
 *
 * @param rowLimit one more is selected, to know whether there is more; Infinity for all.
 * @throws AdminError `COLUMN_NOT_FOUND`, `INVALID_FILTER`, `INVALID_PARAMETER`, `FORBIDDEN` for a filter or an order by a
 *   masked column, which would give it away.
 */
export const exportQuery = (
  context: OperationContext,
  table: ResolvedTable,
  selection: Omit<ExportInput, 'table'>,
  rowLimit: number,
): { columns: readonly ExportColumn[]; statement: Statement } => {
  const { dialect, names } = context
  const { isMasked, open } = maskingOf(context, table)
  const isCap = isOfModel(context.model, table.name)
  const columns = names
    .columns(table, parseColumnList(selection.columns))
    .map((column) => ({ ...column, isMasked: isMasked(column.name), takesAny: column.takesAny === true && !isCap }))
  const reference = ({ name }: ColumnMetadata): string => `r.${dialect.quote(name)}`
  const { valueLimit } = selection
  const fields = columns.map((column) => {
    const value = reference(column)
    if (column.isMasked) return `CASE WHEN ${value} IS NOT NULL THEN '${MASK}' END`
    return valueLimit === undefined || !dialect.cutExpression
      ? dialect.selectExpression(column, value)
      : dialect.cutExpression(column, value, valueLimit)
  })
  const where = conditionOf(context, table, selection.where)
  const ordered = parseOrderBy(selection.orderBy).map(({ name, isDescending }): OrderTerm => {
    const [column] = names.columns(table, [name]).map(open)
    if (!column) throw new RangeError('A name stands for one column')
    if (lacks('order', column.own))
      throw new AdminError('INVALID_PARAMETER', `Values of column '${column.name}' (${column.type}) have no order`)
    const sql = column.isSortedByIndex
      ? reference(column)
      : dialect.filterTarget([]).sortable(column.kind, reference(column))
    return { column, sql, isDescending }
  })
  const keys = keyColumns(table)
  const visible = keys.some(({ name, isReadable }) => isMasked(name) || isReadable === false) ? [] : keys
  const question: PageQuestion = {
    from: `${dialect.quote(table.schema)}.${dialect.quote(table.name)}`,
    type: table.type,
    isDivided: table.isDivided === true,
    hasPlaces: table.columns.every(({ isReadable }) => isReadable !== false),
    columns: columns.filter((column) => !column.isMasked),
    fields,
    where: where?.sql,
    order: ordered,
    keys: visible,
    limit: rowLimit + 1,
    offset: selection.offset ?? 0,
  }
  const others = visible.filter((key) => !ordered.some(({ column }) => column.name === key.name)).map(reference)
  const order = [...ordered.map(orderText), ...others]
  return {
    columns: columns.map((column) => (column.isMasked ? { ...column, kind: 'text' } : column)),
    statement: {
      sql: (rowLimit > MOST_OF_PAGE ? undefined : dialect.pageStatement?.(question)) ?? plainStatement(question, order),
      parameters: where?.parameters ?? [],
    },
  }
}

/** More rows are no page that somebody leafs through. */
const MOST_OF_PAGE = 100_000

const keyColumns = ({ columns }: ResolvedTable): ColumnMetadata[] =>
  columns.filter(({ keyPosition }) => keyPosition !== null).sort((a, b) => (a.keyPosition ?? 0) - (b.keyPosition ?? 0))

interface OrderItem {
  readonly name: string
  readonly isDescending: boolean
}

/** More than anybody orders by; engines take about as many as a table has columns. */
const MAX_TERMS = 100

const ITEM = /\s*(?:"((?:[^"]|"")+)"|([^\s,"]+))(?:\s+(asc|desc))?\s*(,|$)/iy

/**
 * Reads an order such as `name desc, "my column"`.
 *
 * @throws AdminError `INVALID_PARAMETER`, `LIMIT_TOO_LARGE`.
 */
export const parseOrderBy = (text: string | undefined): OrderItem[] => {
  if (text === undefined || text.trim() === '') return []
  const items: OrderItem[] = []
  let at = 0
  for (;;) {
    ITEM.lastIndex = at
    const item = ITEM.exec(text)
    if (!item)
      throw new AdminError(
        'INVALID_PARAMETER',
        `'orderBy' lists columns, each with 'asc' or 'desc' behind it or neither`,
      )
    items.push({
      name: item[1]?.replaceAll('""', '"') ?? item[2] ?? '',
      isDescending: item[3]?.toLowerCase() === 'desc',
    })
    if (items.length > MAX_TERMS)
      throw new AdminError('LIMIT_TOO_LARGE', `'orderBy' lists at most ${MAX_TERMS} columns`)
    if (item[4] === '') return items
    at = ITEM.lastIndex
  }
}
