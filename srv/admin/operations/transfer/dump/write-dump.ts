import {
  DUMP_FORMAT,
  DUMP_VERSION,
  type DumpedColumn,
  type DumpedTable,
  MANIFEST,
  MAX_MANIFEST_BYTES,
  readManifest,
  storedColumns,
} from '../../../core/dump/manifest.ts'
import { primaryKey } from '../../../core/primary-key.ts'
import { PartSums, type Sums, dumpRows, engineSums } from '../../dump-rows.ts'
import { writeZip, type ZipEntry } from '../../../core/xlsx/zip-writer.ts'
import { ask } from '../../../dialects/rows.ts'
import type { ColumnMetadata } from '../../../dialects/metadata.ts'
import { AdminError } from '../../../core/errors.ts'
import type { ResolvedTable, SessionContext } from '../../operation.ts'
import type { DumpPlan } from './plan-dump.ts'

/** The bytes of a dump as they come. What tells of all parts is the last of them: a file that is cut has none. */
export const writeDump = (context: SessionContext, plan: DumpPlan): AsyncGenerator<Uint8Array> =>
  writeZip(entries(context, plan), true)

async function* entries(context: SessionContext, plan: DumpPlan): AsyncGenerator<ZipEntry> {
  const tables: DumpedTable[] = []
  let before = 0
  for (const [index, table] of plan.tables.entries()) {
    const sums = new PartSums()
    const name = partName(index, table)
    yield { name, content: summed(context, plan, table, sums, before) }
    const ended = sums.end()
    before += ended.rows
    const told = plan.rowsOf
      ? null
      : await engineSums(context, table, storedColumns(table.columns), isDivided(plan, table))
    const engineSum = told?.engineSum ?? null
    tables.push({ name: table.name, part: name, ...ended, engineSum, ...(await describeTable(context, plan, table)) })
  }
  yield { name: MANIFEST, content: one(await manifestText(context, plan, tables)) }
}

const partName = (index: number, { name }: ResolvedTable): string =>
  `rows/${index + 1}-${name.replace(/[^A-Za-z0-9_]+/g, '_').slice(0, 64)}.csv`

const isDivided = ({ parts }: DumpPlan, { name }: ResolvedTable): boolean => parts.some(({ parent }) => parent === name)

async function* summed(
  context: SessionContext,
  plan: DumpPlan,
  table: ResolvedTable,
  sums: PartSums,
  before: number,
): AsyncGenerator<Uint8Array> {
  let rows = before
  const reading = {
    order: 'by key' as const,
    isDivided: isDivided(plan, table),
    chosen: plan.rowsOf?.(table.name),
  }
  for await (const { text, rowCount } of dumpRows(context, table, storedColumns(table.columns), reading)) {
    sums.add(text)
    rows += rowCount
    context.progress('reading', rows)
    yield text
  }
}

/** As whoever knows nothing of this API may read it, and as other engines have to know it. */
const describeTable = async (
  { session, dialect }: SessionContext,
  { schema, foreignKeys, parts }: DumpPlan,
  table: ResolvedTable,
): Promise<Omit<DumpedTable, 'name' | 'part' | 'engineSum' | keyof Sums>> => {
  const { name, columns, type } = table
  const primary = primaryKey(table).map((column) => column.name)
  const unique = await ask(session, dialect.catalog.uniqueKeys, { schema, table: name })
  return {
    isPartitioned: type === 'partitioned',
    partOf: parts.filter(({ table }) => table === name).map(({ parent }) => parent),
    columns: columns.map(describeColumn),
    primaryKey: primary,
    uniqueKeys: unique.map((each) => [...each]).filter((each) => each.join('\0') !== primary.join('\0')),
    foreignKeys: foreignKeys
      .filter(({ table }) => table === name)
      .map((each) => ({
        name: each.name,
        columns: [...each.columns],
        referencedSchema: each.referencedSchema,
        referencedTable: each.referencedTable,
        referencedColumns: [...each.referencedColumns],
        onUpdate: each.onUpdate,
        onDelete: each.onDelete,
      })),
  }
}

const describeColumn = (column: ColumnMetadata): DumpedColumn => {
  const { name, type, kind, length, precision, scale, nullable, defaultValue, isGenerated, identity } = column
  return { name, type, kind, length, precision, scale, nullable, defaultValue, isGenerated, identity }
}

const manifestText = async (
  { session, dialect }: SessionContext,
  { schema, cycles, statements, notIncluded }: DumpPlan,
  tables: DumpedTable[],
): Promise<string> => {
  const [info] = await ask(session, dialect.catalog.databaseInfo, undefined)
  const manifest = {
    format: DUMP_FORMAT,
    version: DUMP_VERSION,
    engine: dialect.engine,
    engineVersion: info?.version ?? '',
    createdAt: await serverTime({ session, dialect }),
    ...{ schema, tables, cycles, statements, notIncluded },
  }
  const text = JSON.stringify(manifest, null, 1)
  const tooLarge = new AdminError(
    'LIMIT_TOO_LARGE',
    'The tables have more definitions than a dump may have: dump fewer of them',
  )
  if (Buffer.byteLength(text) > MAX_MANIFEST_BYTES) throw tooLarge
  try {
    // What would be refused when it is loaded is not written.
    readManifest(text)
  } catch {
    throw tooLarge
  }
  return text
}

const serverTime = async ({ session, dialect }: Pick<SessionContext, 'session' | 'dialect'>): Promise<string> =>
  (await ask(session, dialect.catalog.databaseDetails, undefined))[0]?.serverTime ?? ''

async function* one(text: string): AsyncGenerator<string> {
  yield await Promise.resolve(text)
}
