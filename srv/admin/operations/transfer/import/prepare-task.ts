import {
  type ColumnMapping,
  mapColumns,
  type MatchMode,
  type NamedPair,
} from '../../../core/transfer/column-mapping.ts'
import type { LoadPlan, MergeMode, Merge } from '../../../core/transfer/load.ts'
import type { Spelling } from '../../../core/transfer/spelling.ts'
import type { StoredForm } from '../../../core/transfer/stored-form.ts'
import type { ValuesMode } from '../../../core/transfer/target-column.ts'
import { isReservedTable } from '../../../core/technical-tables.ts'
import type { ColumnMetadata } from '../../../dialects/metadata.ts'
import { AdminError } from '../../../core/errors.ts'
import type { ResolvedTable, SessionContext, Names } from '../../operation.ts'
import type { ImportSource } from './source.ts'
import { readForms } from '../../read-forms.ts'
import { primaryKey } from '../../../core/primary-key.ts'

/**
 * How the rows of a file meet those of a table.
 *
 * @param keys as sent; the primary key when absent.
 * @throws AdminError `KEY_REQUIRED` for a table without a primary key, `COLUMN_NOT_FOUND`, `COLUMN_MISMATCH` when the file lacks a
 *   column of the key, has nothing else to update, or has numbers that only the database may give.
 */
const mergeByKeys = (
  names: Pick<Names, 'columns'>,
  table: ResolvedTable,
  { pairs }: ColumnMapping<ColumnMetadata>,
  { mode, keys }: { readonly mode: MergeMode; readonly keys: readonly string[] | undefined },
): Merge => {
  const columns = keys ? names.columns(table, keys) : primaryKey(table)
  if (columns.length === 0)
    throw new AdminError(
      'KEY_REQUIRED',
      `Table '${table.name}' has no primary key: send the names of columns as 'keys'`,
    )
  const isKey = (name: string): boolean => columns.some((column) => column.name === name)
  const missing = columns.filter(({ name }) => !pairs.some(({ column }) => column.name === name))
  if (missing.length > 0)
    throw mismatch(`The file has no column for ${list(missing)}, by which rows are found: send 'keys' for others`)
  const others = pairs.filter(({ column }) => !isKey(column.name)).map(({ column }) => column)
  if (mode === 'update' && others.length === 0)
    throw mismatch('The file has columns of the key only: nothing to update')
  const numbered = mode === 'ignore' ? [] : others.filter(({ identity }) => identity === 'always')
  if (numbered.length > 0)
    throw mismatch(
      `The database numbers ${list(numbered)} itself, so that rows cannot be updated there: send identities 'renumber' to leave it out`,
    )
  return { mode, keys: columns.map(({ name }) => name) }
}

const list = (columns: readonly ColumnMetadata[]): string => columns.map(({ name }) => `'${name}'`).join(', ')

const mismatch = (details: string): AdminError => new AdminError('COLUMN_MISMATCH', details)

/** A file, and the table that its rows are for. */
export interface ImportTask {
  readonly schema: string | undefined
  readonly table: string
  readonly file: string
  readonly source: ImportSource
  /** As sent: a name or a place of the file's, and a name of the table's. */
  readonly columnMapping?: readonly NamedPair[] | undefined
}

export interface ImportOptions {
  readonly mode: 'insert' | MergeMode
  /** Names of the columns that tell which row is meant, as sent. */
  readonly keys: readonly string[] | undefined
  readonly matchMode: MatchMode
  /** Nobody has said that the first row has names of columns: one of them has to be the table's. */
  readonly needsNames: boolean
  /** The database numbers the rows anew. */
  readonly renumbers: boolean
  readonly truncate: boolean
  readonly strictColumns: boolean
  readonly spelling: Spelling
  /** As sent; what a file says of itself by default. */
  readonly values: ValuesMode | undefined
  /** As sent; by default only of values that nobody has taken from a table as they are. */
  readonly isStrict: boolean | undefined
  readonly onError: 'abort' | 'skip'
  readonly maxErrors: number
  readonly batchSize: number
  readonly dryRun: boolean
}

/** A task of which is known what goes where. */
export interface Prepared extends ImportTask {
  readonly target: ResolvedTable
  readonly mapping: ColumnMapping<ColumnMetadata>
  readonly forms: ReadonlyMap<string, StoredForm>
  readonly merge: LoadPlan['merge']
}

/** @throws AdminError `SCHEMA_NOT_ALLOWED` for tables of the framework, `NOT_SUPPORTED` for views. */
export const findTarget = async (
  { names, session }: SessionContext,
  { schema, table: name }: { schema: string | undefined; table: string },
): Promise<ResolvedTable> => {
  const table = await names.table(session, schema, name, 'write')
  if (isReservedTable(table.name))
    throw new AdminError('SCHEMA_NOT_ALLOWED', `Table '${table.name}' holds internal state and is not open to import`)
  if (VIEWS.includes(table.type))
    throw new AdminError('NOT_SUPPORTED', `'${table.name}' is a view; import into the table behind it`)
  return table
}

const VIEWS: readonly string[] = ['view', 'materialized', 'calculation']

/** Whether nothing of the file matters but the number of its rows, or it has none. */
export const isEmpty = ({ source, target }: Pick<Prepared, 'source' | 'target'>): boolean =>
  source.rowCount === 0 || target.columns.length + source.columns.length === 0

export const prepareTask = async (
  context: SessionContext,
  options: ImportOptions,
  task: ImportTask,
): Promise<Prepared> => {
  const target = await findTarget(context, task)
  const { source } = task
  if (isEmpty({ source, target })) {
    const mapping = { pairs: [], ignoredFileColumns: [], defaultedColumns: [] }
    return { ...task, target, mapping, forms: new Map(), merge: undefined }
  }
  const { mode, keys } = options
  const mapping = mapColumns(source.columns, target.columns, {
    mode: task.columnMapping ?? options.matchMode,
    isStrict: options.strictColumns,
    needsNames: options.needsNames && source.hasHeader,
    renumbers: options.renumbers,
    keepsNumbers: context.dialect.capabilities.keepsNumbers,
    onlyChanges: mode === 'update',
  })
  const merge = mode === 'insert' ? undefined : mergeByKeys(context.names, target, mapping, { mode, keys })
  return { ...task, target, mapping, forms: await readForms(context, target), merge }
}
