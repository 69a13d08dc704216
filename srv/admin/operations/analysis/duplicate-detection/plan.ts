import { refuseMore } from '../../list-page.ts'
import { columnMarks } from '../../../core/find-entity.ts'
import { parseColumnList } from '../../../core/identifiers.ts'
import type { JsonValue, Value } from '../../../core/values.ts'
import type { Dialect } from '../../../dialects/dialect.ts'
import type { ColumnMetadata } from '../../../dialects/metadata.ts'
import { AdminError } from '../../../core/errors.ts'
import { checkColumnCount } from '../../check-column-count.ts'
import { maskingOf, readWhere } from '../../masking.ts'
import type { OperationContext, ResolvedTable } from '../../operation.ts'
import type { TableRows } from '../../sql-writer.ts'
import * as t from '../../../core/json-schema.ts'

/** A column that decides what a duplicate is. */
export interface ComparedColumn {
  readonly metadata: ColumnMetadata
  readonly isMasked: boolean
  /** Stored value, and the value as it is compared: trimmed, in lower case. */
  readonly stored: string
  readonly compared: string
  /** A value read through `selectExpression`, as the user may see it. */
  readonly show: (value: Value) => JsonValue
  /** A value read through `selectExpression` as text, for comparing by letters. */
  readonly text: (value: Value) => string
}

/** What is looked for, and where. */
export interface Plan extends TableRows {
  readonly dialect: Dialect
  readonly columns: readonly ComparedColumn[]
  /** Columns that name a row; empty when the table has no key. */
  readonly keys: readonly ComparedColumn[]
  readonly nullsEqual: boolean
  readonly limit: number
  readonly records: number
  readonly describe: (metadata: ColumnMetadata) => ComparedColumn
}

export const planDuplicates = (context: OperationContext, table: ResolvedTable, input: Input): Plan => {
  const { config, dialect, model } = context
  const { limits } = config
  const limit = input.limit ?? limits.differences
  refuseMore('limit', limit, limits.differencesMax)
  const { isKey } = columnMarks(model, table.name)
  const hasKey = table.columns.some(({ keyPosition }) => keyPosition !== null)
  const keys = table.columns.filter((column) => (hasKey ? column.keyPosition !== null : isKey(column.name)))
  const describe = describer(context, table, input)
  const columns = chooseColumns(context, table, keys, input)
  const { isMasked, open } = maskingOf(context, table)
  // How much alike values are tells more than whether they are the same, and so does the order of groups without any other.
  if (input.mode === 'fuzzy' || keys.every(({ name }) => isMasked(name))) columns.forEach(open)
  return {
    dialect,
    table,
    where: readWhere(context, table, input.where),
    columns: columns.map(describe),
    keys: keys.filter(({ name }) => !isMasked(name)).map(describe),
    nullsEqual: input.nulls !== 'distinct',
    limit,
    records: input.records ?? 5,
    describe,
  }
}

/** The listed columns; otherwise all that say something about what the row stands for. */
const chooseColumns = (
  { dialect, names, model }: OperationContext,
  table: ResolvedTable,
  keys: readonly ColumnMetadata[],
  input: Input,
): readonly ColumnMetadata[] => {
  const listed = parseColumnList(input.columns)
  const excluded = names.columns(table, parseColumnList(input.excludeColumns, 'excludeColumns') ?? [])
  const { isManaged } = columnMarks(model, table.name)
  const isLarge = (column: ColumnMetadata): boolean => dialect.analysis.isLargeObject(column)
  const wanted = listed
    ? names.columns(table, listed)
    : table.columns.filter(
        (column) =>
          !keys.includes(column) &&
          !column.isGenerated &&
          column.identity === null &&
          !isManaged(column.name) &&
          !isLarge(column),
      )
  const large = wanted.find(isLarge)
  if (large)
    throw new AdminError('INVALID_PARAMETER', `Column '${large.name}' holds large objects, which cannot be compared`)
  const columns = wanted.filter((column) => !excluded.includes(column))
  if (columns.length === 0)
    throw new AdminError('INVALID_PARAMETER', `No column of table '${table.name}' is left to compare: list them`)
  checkColumnCount(columns.length)
  return columns
}

const describer = (
  context: OperationContext,
  table: ResolvedTable,
  { ignoreCase = false, trim = false }: Input,
): ((metadata: ColumnMetadata) => ComparedColumn) => {
  const { dialect } = context
  const { analysis } = dialect
  const { isMasked, show } = maskingOf(context, table)
  return (metadata) => {
    const column = dialect.quote(metadata.name)
    const isText = metadata.kind === 'text'
    const trimmed = isText && trim ? analysis.trim(column) : column
    const folded = isText && (ignoreCase || metadata.own?.ignoresCase) ? analysis.lowerCase(trimmed) : trimmed
    return {
      metadata,
      isMasked: isMasked(metadata.name),
      stored: analysis.comparable(metadata, column),
      compared: analysis.comparable(metadata, folded),
      show: (value) => show(metadata.name, dialect.jsonValue(metadata, value)),
      text: (value) => String(dialect.jsonValue(metadata, value)),
    }
  }
}

export const input = t.object({
  schema: t.optional(t.string()),
  table: t.string('Table or view'),
  ...t.optionals({
    columns: t.commaSeparated('Columns that are compared; default: all but keys, generated, managed and large ones'),
    excludeColumns: t.commaSeparated('Columns to leave out'),
    mode: t.oneOf(['exact', 'fuzzy', 'partial'], 'All columns equal; all columns alike; the first column equal', {
      default: 'exact',
    }),
    threshold: t.number('fuzzy: mean similarity from which rows are alike', { minimum: 0, maximum: 1, default: 0.95 }),
    blockBy: t.commaSeparated(
      'fuzzy: only rows that agree in these are compared; `name:2` means the first two characters. Default: `:2` of the first column',
    ),
    maxPairs: t.integer('fuzzy: pairs of rows that may be compared', { minimum: 1 }),
    ignoreCase: t.boolean(undefined, { default: false }),
    trim: t.boolean('White space at both ends does not count', { default: false }),
    nulls: t.oneOf(['equal', 'distinct'], 'Whether two missing values are the same', { default: 'equal' }),
    where: t.string('Filter of the rows that are compared'),
    limit: t.integer('Groups that are listed', { minimum: 0 }),
    records: t.integer('Rows listed per group', { minimum: 0, maximum: 100, default: 5 }),
  }),
})
export type Input = t.Static<typeof input>
