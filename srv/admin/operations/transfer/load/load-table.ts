import { type DumpedTable, storedColumns } from '../../../core/dump/manifest.ts'
import { addLineSums, PartSums } from '../../part-sums.ts'
import { asksKinds } from '../../../core/transfer/target-column.ts'
import type { WriteSession } from '../../../database/session.ts'
import { AdminError } from '../../../errors.ts'
import { DUMP_FILE, dumpRows, dumpTarget, partHead } from '../../dump-rows.ts'
import type { ResolvedTable, SessionContext } from '../../operation.ts'

type Context = SessionContext<WriteSession>

/** A table of the dump, and what it has become. */
export interface Loaded {
  readonly dumped: DumpedTable
  readonly table: ResolvedTable
  /** Tables whose rows it holds as well. */
  readonly partitions: readonly DumpedTable[]
  /** Other tables hold rows of it, here as in the dump. */
  readonly isDivided: boolean
}

/** Brings in the rows of a table. @param isForeign another engine has written them. @param onRows told how many came in since it was told last. */
export const loadTable = async (
  context: Context,
  { dumped, table }: Pick<Loaded, 'dumped' | 'table'>,
  { content, isMarked }: { readonly content: AsyncIterable<Uint8Array>; readonly isMarked: boolean },
  isForeign: boolean,
  onRows: (count: number) => void,
): Promise<void> => {
  const { session, dialect } = context
  const columns = columnsOf({ dumped, table }).map((column, fileIndex) => ({
    ...dumpTarget(context, table, column),
    ...{ fileIndex, isKey: false },
  }))
  if (columns.length === 0) return insertDefaults(context, { dumped, table })
  const unread = dialect.structure.rebuild?.unreadKinds
  const isServerCsv = unread !== undefined && !isForeign && !isMarked && !columns.some(({ kind }) => unread.has(kind))
  await session.load(
    { schema: table.schema, table: table.name },
    {
      format: { ...DUMP_FILE, asksKinds: columns.map(asksKinds) },
      width: columns.length,
      hasHeader: true,
      columns,
      stored: dialect.capabilities,
      reading: { values: 'exact', isStrict: false },
      showsValues: context.user.is('admin'),
      hidesRows: dialect.hides !== undefined,
      onError: 'abort',
      checksEachRow: false,
      isServerCsv,
      maxErrors: 0,
      batchSize: 1_000,
    },
    content,
    ({ rowsRead }) => {
      onRows(rowsRead)
    },
  )
}

/** Rows of a table without columns. */
const insertDefaults = async (
  { session, dialect }: Context,
  { dumped, table }: Pick<Loaded, 'dumped' | 'table'>,
): Promise<void> => {
  const sql = `INSERT INTO ${dialect.quote(table.schema)}.${dialect.quote(table.name)} DEFAULT VALUES`
  for (let row = 0; row < dumped.rows; row++) await session.execute({ sql, parameters: [] })
}

/** In the order of the file. */
const columnsOf = ({ dumped, table }: Pick<Loaded, 'dumped' | 'table'>): ResolvedTable['columns'] =>
  storedColumns(dumped.columns).flatMap(({ name }) => table.columns.filter((column) => column.name === name))

/**
 * Reads the rows that are there now, as a dump of them would.
 *
 * @param isForeign they may be written otherwise, as another engine does.
 * @returns whether they are written as in the file.
 * @throws AdminError `IMPORT_REJECTED` where they are not those of the file: triggers, or another version of the engine, have
 *   made others of them.
 */
export const compareTable = async (context: Context, loaded: Loaded, isForeign: boolean): Promise<boolean> => {
  const { dumped, table, partitions, isDivided } = loaded
  const expected = partitions.reduce((sum, each) => sum + each.rows, dumped.rows)
  const sums = new PartSums()
  for await (const { text } of dumpRows(context, table, columnsOf(loaded), { order: 'any', isDivided })) sums.add(text)
  const { rows, lineSum } = sums.end()
  if (rows !== expected)
    throw new AdminError(
      'IMPORT_REJECTED',
      `Table '${table.name}' has ${rows} rows when all are loaded, and the dump ${expected}: nothing was loaded`,
    )
  const isSame = lineSum === addLineSums([dumped, ...partitions], partHead(columnsOf(loaded)))
  if (!isSame && !isForeign)
    throw new AdminError(
      'IMPORT_REJECTED',
      `Values of table '${table.name}' are not those of the dump when all are loaded: nothing was loaded`,
    )
  return isSame
}
