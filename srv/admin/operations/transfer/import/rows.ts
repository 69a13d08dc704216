import { type ColumnMapping, mapColumns, type MatchMode } from '../../../core/transfer/column-mapping.ts'
import type { LoadPlan } from '../../../core/transfer/load-plan.ts'
import type { RowProblem } from '../../../core/transfer/row-reader.ts'
import { isReservedTable } from '../../../core/reserved-tables.ts'
import type { WriteSession } from '../../../database/session.ts'
import type { ColumnMetadata } from '../../../dialects/metadata.ts'
import { AdminError } from '../../../errors.ts'
import type { OperationContext, ResolvedTable, SessionContext } from '../../operation.ts'
import type { ImportSource } from './source.ts'
import { loadPlan } from './load-plan.ts'
import { followSequences } from './follow-sequences.ts'
import { readForms } from './read-forms.ts'
import { truncate } from './truncate.ts'

export interface ImportOptions {
  readonly schema: string | undefined
  readonly table: string
  readonly matchMode: MatchMode
  /** Nobody has said that the first row has names of columns: one of them has to be the table's. */
  readonly needsNames: boolean
  /** The database numbers the rows anew. */
  readonly renumbers: boolean
  readonly truncate: boolean
  readonly strictColumns: boolean
  readonly onError: 'abort' | 'skip'
  readonly maxErrors: number
  readonly batchSize: number
  readonly dryRun: boolean
}

/** With how rows are to be looked at, see `LoadPlan`. */
type WriteOptions = ImportOptions & Pick<LoadPlan, 'checksEachRow'>

export interface ImportOutcome {
  readonly table: ResolvedTable
  readonly mapping: ColumnMapping<ColumnMetadata>
  readonly rowsRead: number
  readonly rowsInserted: number
  readonly problems: readonly RowProblem[]
}

/** Leaves the unit of work, so that it is rolled back, with what it would have done. */
class DryRun extends Error {
  readonly outcome: ImportOutcome
  constructor(outcome: ImportOutcome) {
    super('A dry run is rolled back')
    this.outcome = outcome
  }
}

/** Empties the table if asked to and inserts the rows, both or neither; a dry run does it all and undoes it. */
export const importRows = async (
  context: OperationContext,
  options: ImportOptions,
  source: ImportSource,
): Promise<ImportOutcome> => {
  const started = performance.now()
  try {
    return await writeRows(context, { ...options, checksEachRow: options.onError === 'skip' }, source)
  } catch (error) {
    if (!isViolation(error) || namesLine(error)) throw error
    // The database has looked at all rows at once: a second time, which is undone, it looks at each.
    const rest = { ...context, timeoutMs: Math.max(1, context.timeoutMs - (performance.now() - started)) }
    const found = await writeRows(rest, { ...options, dryRun: true, checksEachRow: true }, source).catch(
      (second: unknown) => second,
    )
    throw isViolation(found) && namesLine(found) ? found : error
  }
}

const isViolation = (error: unknown): error is AdminError =>
  error instanceof AdminError && error.code === 'CONSTRAINT_VIOLATION'

const namesLine = ({ details }: AdminError): boolean => /^Line \d/.test(details)

const writeRows = async (
  context: OperationContext,
  options: WriteOptions,
  source: ImportSource,
): Promise<ImportOutcome> => {
  try {
    return await context.database.write(context, async (session) => {
      const within = { ...context, session }
      const table = await findTarget(within, options)
      const runDeferredChecks = options.dryRun ? await session.deferredChecks(table) : undefined
      const outcome = await fillTable(within, options, source, table)
      await runDeferredChecks?.()
      if (options.dryRun) throw new DryRun(outcome)
      return outcome
    })
  } catch (error) {
    if (error instanceof DryRun) return error.outcome
    throw error
  }
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

const fillTable = async (
  context: SessionContext<WriteSession>,
  options: WriteOptions,
  source: ImportSource,
  table: ResolvedTable,
): Promise<ImportOutcome> => {
  const isEmpty = source.rowCount === 0 || table.columns.length + source.columns.length === 0
  const mapping: ColumnMapping<ColumnMetadata> = isEmpty
    ? { pairs: [], ignoredFileColumns: [], defaultedColumns: [] }
    : mapColumns(source.columns, table.columns, {
        mode: options.matchMode,
        isStrict: options.strictColumns,
        needsNames: options.needsNames && source.hasHeader,
        renumbers: options.renumbers,
        keepsNumbers: context.dialect.capabilities.keepsNumbers,
      })
  const { session, dialect } = context
  const { quote } = dialect
  const qualified = `${quote(table.schema)}.${quote(table.name)}`
  const forms = await readForms(context, table)
  let checkOthers: (() => Promise<void>) | undefined
  if (options.truncate) {
    context.progress('deleting', 0, source.rowCount)
    checkOthers = await truncate(context, table)
  }
  let [rowsRead, rowsInserted] = [0, 0]
  if (table.columns.length + source.columns.length === 0)
    for (; rowsRead < (source.rowCount ?? 0); rowsRead++)
      rowsInserted += await session.execute({ sql: `INSERT INTO ${qualified} DEFAULT VALUES`, parameters: [] })
  const problems: RowProblem[] = []
  if (!isEmpty)
    await session.load(
      { schema: table.schema, table: table.name },
      loadPlan(context, options, source, mapping, forms),
      source.content(),
      (step) => {
        rowsRead += step.rowsRead
        rowsInserted += step.rowsInserted
        problems.push(...step.problems)
        context.progress('inserting', rowsRead, source.rowCount)
      },
    )
  await checkOthers?.()
  if (!options.dryRun)
    await followSequences(
      context,
      table,
      mapping.pairs.map(({ column }) => column.name),
    )
  return { table, mapping, rowsRead, rowsInserted, problems }
}
