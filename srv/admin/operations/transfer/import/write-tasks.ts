import type { LoadPlan } from '../../../core/transfer/load.ts'
import type { RowProblem } from '../../../core/transfer/row-reader.ts'
import type { WriteSession } from '../../../database/session.ts'
import { AdminError } from '../../../core/errors.ts'
import type { SessionContext, OperationContext } from '../../operation.ts'
import { followSequences } from '../../follow-sequences.ts'
import { deferKeys, inKeyOrder } from '../../key-order.ts'
import { type ImportOptions, type ImportTask, isEmpty, type Prepared } from './prepare-task.ts'
import { truncate } from './truncate.ts'
import type { ColumnMapping } from '../../../core/transfer/column-mapping.ts'
import type { FileFormat } from '../../../core/transfer/file-format.ts'
import type { StoredForm } from '../../../core/transfer/stored-form.ts'
import { asksKinds } from '../../../core/transfer/target-column.ts'
import type { ColumnMetadata } from '../../../dialects/metadata.ts'
import { targetOf } from '../../read-forms.ts'
import type { ImportSource } from './source.ts'

/** How the rows of a file get into the columns that they are mapped to. */
const loadPlan = (
  { dialect: { capabilities, hides }, user }: OperationContext,
  {
    onError,
    maxErrors,
    batchSize,
    checksEachRow,
    merge,
    spelling,
    reading,
  }: Pick<LoadPlan, 'onError' | 'maxErrors' | 'batchSize' | 'checksEachRow' | 'merge' | 'spelling' | 'reading'>,
  source: ImportSource,
  mapping: ColumnMapping<ColumnMetadata>,
  forms: ReadonlyMap<string, StoredForm>,
): LoadPlan => {
  const columns = mapping.pairs.map(({ fileIndex, column }, index) => ({
    ...targetOf(column, forms.get(column.name)),
    fileIndex: isOfObjects(source.format) ? index : fileIndex,
    isKey: merge?.keys.includes(column.name) === true,
  }))
  return {
    ...formatOf(source, mapping, columns),
    hasHeader: source.hasHeader,
    columns,
    stored: { hasInfiniteValues: capabilities.hasInfiniteValues, hasExactDecimals: capabilities.hasExactDecimals },
    spelling,
    reading,
    showsValues: user.is('admin'),
    hidesRows: hides !== undefined,
    onError,
    checksEachRow,
    merge,
    maxErrors,
    batchSize,
  }
}

const isOfObjects = (format: FileFormat): format is Extract<FileFormat, { keys: unknown }> => 'keys' in format

/** Of objects only the members that go somewhere are read: a file may have thousands of others, each row but one of them. */
const formatOf = (
  { format, columns }: ImportSource,
  { pairs }: ColumnMapping<ColumnMetadata>,
  targets: LoadPlan['columns'],
): Pick<LoadPlan, 'format' | 'width'> => {
  const asked: boolean[] = []
  for (const target of targets) asked[target.fileIndex] = asksKinds(target)
  return isOfObjects(format)
    ? { format: { ...format, asksKinds: asked, keys: pairs.map(({ fileName }) => fileName) }, width: pairs.length }
    : { format: { ...format, asksKinds: asked }, width: columns.length }
}

/** With how rows are to be looked at, see `LoadPlan`. */
export type WriteOptions = ImportOptions & Pick<LoadPlan, 'checksEachRow'>

export interface ImportOutcome extends Pick<Prepared, 'file' | 'target' | 'mapping' | 'source'> {
  readonly rowsRead: number
  readonly rowsInserted: number
  readonly rowsUpdated: number
  readonly rowsIgnored: number
  readonly problems: readonly RowProblem[]
  /** Columns with dates or times that are written as the column has them, and not as the file. */
  readonly reshaped: ReadonlySet<string>
}

/** Empties the tables if asked to and fills them, in the order in which the database can take them. */
export const writeTasks = async (
  context: SessionContext<WriteSession>,
  options: WriteOptions,
  prepared: readonly Prepared[],
): Promise<ReadonlyMap<Prepared, ImportOutcome>> => {
  const order = await inKeyOrder(
    context,
    prepared.map((task) => ({ task, table: task.target })),
  )
  const tasks = order.tasks.map(({ task }) => task)
  if (order.early.length > 0 && options.checksEachRow)
    throw new AdminError('NOT_SUPPORTED', 'Rows of tables that refer to each other cannot be checked one by one')
  const checks = [await deferKeys(context, order.early)]
  if (options.truncate)
    for (const { target, source } of tasks.toReversed()) {
      context.progress('deleting', 0, source.rowCount)
      checks.unshift(await truncate(context, target))
    }
  const outcomes = new Map<Prepared, ImportOutcome>()
  for (const task of tasks)
    outcomes.set(task, await naming(task, tasks.length, () => fillTable(context, options, task)))
  for (const check of checks) await check()
  if (!options.dryRun && options.mode !== 'update')
    for (const { target, mapping } of tasks)
      await followSequences(
        context,
        target,
        mapping.pairs.map(({ column }) => column.name),
      )
  return outcomes
}

/** Tells of several files which one an error is about. */
const naming = async <T>({ file }: ImportTask, count: number, work: () => Promise<T>): Promise<T> => {
  if (count === 1) return work()
  return work().catch((error: unknown) => {
    if (!(error instanceof AdminError)) throw error
    throw new AdminError(error.code, `File '${file}': ${error.details}`, { cause: error, reason: error.reason })
  })
}

const fillTable = async (
  context: SessionContext<WriteSession>,
  options: WriteOptions,
  task: Prepared,
): Promise<ImportOutcome> => {
  const { session, dialect } = context
  const { source, target, mapping, forms, merge } = task
  const counts = { rowsRead: 0, rowsInserted: 0, rowsUpdated: 0, rowsIgnored: 0 }
  if (target.columns.length + source.columns.length === 0) {
    const qualified = `${dialect.quote(target.schema)}.${dialect.quote(target.name)}`
    for (; counts.rowsRead < (source.rowCount ?? 0); counts.rowsRead++)
      counts.rowsInserted += await session.execute({ sql: `INSERT INTO ${qualified} DEFAULT VALUES`, parameters: [] })
  }
  const problems: RowProblem[] = []
  const reshaped = new Set<string>()
  const values = options.values ?? source.values
  const isStrict = options.isStrict ?? (values === undefined || values === 'plain')
  if (!isEmpty(task))
    await session.load(
      { schema: target.schema, table: target.name },
      loadPlan(context, { ...options, merge, reading: { values, isStrict } }, source, mapping, forms),
      source.content(),
      ({ problems: found, reshaped: columns = [], ...step }) => {
        for (const name of ['rowsRead', 'rowsInserted', 'rowsUpdated', 'rowsIgnored'] as const)
          counts[name] += step[name]
        problems.push(...found)
        for (const name of columns) reshaped.add(name)
        context.progress('inserting', counts.rowsRead, source.rowCount)
      },
    )
  return { ...task, ...counts, problems, reshaped }
}
