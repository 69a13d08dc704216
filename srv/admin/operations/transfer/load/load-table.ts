import { type DumpedTable, storedColumns } from '../../../core/dump/manifest.ts'
import { addLineSums, PartSums, DUMP_FILE, dumpRows, dumpTarget, engineSums, partHead } from '../../dump-rows.ts'
import { FOREIGN } from '../../../core/transfer/foreign-value.ts'
import type { LoadPlan, OnLoadStep } from '../../../core/transfer/load.ts'
import { asksKinds } from '../../../core/transfer/target-column.ts'
import type { WriteSession } from '../../../database/session.ts'
import { AdminError } from '../../../core/errors.ts'
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

/** The rows of a dumped table. */
interface DumpedRows {
  /** May be asked for again. */
  readonly read: () => AsyncIterable<Uint8Array>
  /** Another engine has written them. */
  readonly isForeign: boolean
}

/** Brings in the rows of a table. @param onRows told how many came in since it was told last. */
export const loadTable = async (
  context: Context,
  { dumped, table }: Pick<Loaded, 'dumped' | 'table'>,
  { read, isForeign }: DumpedRows,
  onRows: (count: number) => void,
): Promise<void> => {
  const { session, dialect } = context
  const columns = columnsOf({ dumped, table }).map((column, fileIndex) => ({
    ...dumpTarget(context, table, column),
    ...{ fileIndex, isKey: false },
  }))
  if (columns.length === 0) {
    for await (const _ of read()); // to its checksum
    return insertDefaults(context, { dumped, table })
  }
  const plan: LoadPlan = {
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
    ownsBytes: true,
    maxErrors: 0,
    batchSize: 1_000,
  }
  const into = { schema: table.schema, table: table.name }
  let told = 0
  const onStep: OnLoadStep = ({ rowsRead }) => {
    told += rowsRead
    onRows(rowsRead)
  }
  const unread = dialect.structure.rebuild?.unreadKinds
  if (unread && !isForeign && !columns.some(({ kind }) => unread.has(kind)))
    try {
      await session.load(into, { ...plan, isServerCsv: true }, withoutMarks(read()), onStep)
      return
    } catch (error) {
      if (!(error instanceof MarkFound)) throw error
      onRows(-told)
    }
  await session.load(into, plan, read(), onStep)
}

/** A text may tell what it stands for, which the engine does not know. */
class MarkFound extends Error {}

/** @throws MarkFound where what such texts begin with stands anywhere. */
async function* withoutMarks(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const kept = FOREIGN.length - 1
  let end: Uint8Array = new Uint8Array()
  for await (const bytes of content) {
    const seam = Buffer.concat([end, bytes.subarray(0, kept)])
    if (seam.includes(FOREIGN) || Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(FOREIGN))
      throw new MarkFound('It is to be read here')
    end = Buffer.concat([end, bytes.subarray(-kept)]).subarray(-kept)
    yield bytes
  }
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
 * Has the engine sum up the rows that are there now; where that tells nothing, or something else, reads them as a dump would.
 *
 * @param isForeign they may be written otherwise, as another engine does.
 * @returns whether they are written as in the file.
 * @throws AdminError `IMPORT_REJECTED` where they are not those of the file: triggers, or another version of the engine, have
 *   made others of them.
 */
export const compareTable = async (context: Context, loaded: Loaded, isForeign: boolean): Promise<boolean> => {
  const { dumped, table, partitions, isDivided } = loaded
  if (!isForeign && dumped.engineSum !== null && partitions.length === 0) {
    const now = await engineSums(context, table, columnsOf(loaded), isDivided)
    if (now?.rows === dumped.rows && now.engineSum === dumped.engineSum) return true
  }
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
