import {
  type DumpedTable,
  type DumpStatement,
  type Manifest,
  type NotIncluded,
  storedColumns,
} from '../../../core/dump/manifest.ts'
import { foreignTables } from '../../../core/dump/foreign-tables.ts'
import { type WholeTable, wholeTables } from '../../../core/dump/whole-tables.ts'
import { isReservedTable } from '../../../core/technical-tables.ts'
import { ask } from '../../../dialects/rows.ts'
import type { Rebuild } from '../../../dialects/structure.ts'
import { AdminError } from '../../../core/errors.ts'
import { type Examined, examineStatements, knownNames } from '../../dump-statements.ts'
import type { ResolvedTable, SessionContext } from '../../operation.ts'
import { readStructure } from '../../read-structure.ts'

/** What is done with a dump. */
export interface LoadPlan {
  readonly schema: string
  /** Those of the dump as this engine has them. */
  readonly tables: readonly WholeTable[]
  /** Names of tables that are there, and empty. */
  readonly existing: ReadonlySet<string>
  /** What the engine that is loaded into does not have. */
  readonly lost: readonly NotIncluded[]
  /** For the schema, in the order in which they are run. */
  readonly statements: readonly Pick<DumpStatement, 'stage' | 'sql' | 'type' | 'name'>[]
}

/**
 * Decides which tables are made and which are filled, and looks at everything that could be wrong with that.
 *
 * @throws AdminError `SCHEMA_NOT_ALLOWED`, `TARGET_EXISTS` for tables with rows, `COLUMN_MISMATCH`, `TABLE_NOT_FOUND` for tables that
 *   the dump neither makes nor finds, `INVALID_FILE_CONTENT` for statements that are not run.
 */
export const planLoad = async (
  context: SessionContext,
  manifest: Manifest,
  sent: string | undefined,
): Promise<LoadPlan> => {
  const { session, names, dialect } = context
  const isForeign = manifest.engine !== dialect.engine
  const schema = await names.schema(session, sent ?? (isForeign ? undefined : manifest.schema), 'write')
  const present = new Set((await ask(session, dialect.catalog.allObjects, { schema })).map(({ name }) => name))
  const existing = new Set<string>()
  // Another engine has no partitions.
  const tables: readonly WholeTable[] = isForeign
    ? wholeTables(manifest.tables)
    : manifest.tables.map((table) => ({ table, partitions: [] }))
  for (const { table } of tables) {
    refuseName(context, table)
    if (!present.has(table.name)) continue
    await refuseUnlike(context, schema, table, isForeign)
    existing.add(table.name)
  }
  const missing = new Set(tables.map(({ table }) => table.name).filter((name) => !existing.has(name)))
  if (!isForeign)
    return {
      schema,
      tables,
      existing,
      lost: [],
      statements: await ownStatements(context, manifest, { schema, present, missing }),
    }
  const { foreign } = rebuildOf(context)
  const { statements, lost } = foreignTables(manifest, foreign, { quote: dialect.quote, schema }, missing)
  return { schema, tables, existing, lost, statements }
}

/** @throws AdminError `NOT_SUPPORTED`. */
const rebuildOf = ({ dialect: { structure, platform } }: SessionContext): Rebuild => {
  if (structure.rebuild) return structure.rebuild
  throw new AdminError('NOT_SUPPORTED', `No statements are written of ${platform}, so that no dump is loaded`)
}

/** Those of the dump that are needed, as they are written. */
const ownStatements = async (
  context: SessionContext,
  manifest: Manifest,
  {
    schema,
    present,
    missing,
  }: { readonly schema: string; readonly present: ReadonlySet<string>; readonly missing: ReadonlySet<string> },
): Promise<LoadPlan['statements']> => {
  const { session, dialect } = context
  const rebuild = rebuildOf(context)
  const wanted = manifest.statements.filter(({ table }) => table === null || missing.has(table))
  const examined = await examineStatements(context, rebuild, manifest.schema, wanted)
  const isKnown = knownNames(rebuild, new Set([...missing, ...present]))
  // What is made a part of a table adds rows to it.
  const isDumped = knownNames(rebuild, new Set(manifest.tables.map(({ name }) => name)))
  for (const each of examined) refuseStatement(each, isKnown, isDumped)
  const made = new Set(wanted.flatMap(({ sql, table }) => (/^CREATE (?:UNLOGGED )?TABLE\b/i.test(sql) ? [table] : [])))
  const lost = [...missing].find((name) => !made.has(name))
  if (lost !== undefined)
    throw new AdminError('TABLE_NOT_FOUND', `Table '${lost}' does not exist, and the dump does not make it`)
  const others = await readStructure(session, dialect.schemaStructure, schema, schema, ['types', 'sequences'])
  const kept = new Set([...others.types, ...others.sequences].map(({ name }) => name))
  const taken = wanted.find(({ type, table, name }) => type === 'sequence' && table !== null && kept.has(name))
  if (taken)
    throw new AdminError(
      'TARGET_EXISTS',
      `Sequence '${taken.name}' exists, which table '${taken.table ?? ''}' would take`,
    )
  return STAGES.flatMap((stage) => wanted.filter((each) => each.stage === stage))
    .filter(({ table, name }) => table !== null || !kept.has(name))
    .map((each) => ({
      ...{ stage: each.stage, type: each.type, name: each.name },
      sql: rebuild.inSchema(each, manifest.schema, schema),
    }))
}

const STAGES = ['tables', 'indexes', 'keys'] as const

const refuseName = ({ dialect }: SessionContext, { name }: DumpedTable): void => {
  if (isReservedTable(name) || dialect.hides?.isTable(name))
    throw new AdminError('SCHEMA_NOT_ALLOWED', `Table '${name}' holds internal state and is not open to loading`)
  const problem = dialect.structure.nameProblem(name)
  if (problem !== null)
    throw new AdminError('INVALID_FILE_CONTENT', `Table '${name.slice(0, 100)}' cannot be made: ${problem}`)
}

/** A table that is there has to be as the dumped one was, and empty. */
const refuseUnlike = async (
  { session, names, dialect }: SessionContext,
  schema: string,
  dumped: DumpedTable,
  isForeign: boolean,
): Promise<void> => {
  const table = await names.table(session, schema, dumped.name, 'write')
  if (table.type !== 'table' && table.type !== 'partitioned')
    throw new AdminError('TARGET_EXISTS', `'${table.name}' exists, and is of type ${table.type}`)
  const difference = differenceOf(table, dumped, isForeign)
  if (difference !== null)
    throw new AdminError('COLUMN_MISMATCH', `Table '${table.name}' exists, and is not as the dumped one: ${difference}`)
  const qualified = `${dialect.quote(schema)}.${dialect.quote(table.name)}`
  const [row] = await session.query({ sql: `SELECT 1 AS "found" FROM ${qualified} LIMIT 1`, parameters: [] })
  if (row)
    throw new AdminError(
      'TARGET_EXISTS',
      `Table '${table.name}' exists and has rows: empty it, or load into another schema`,
    )
}

const differenceOf = ({ columns }: ResolvedTable, dumped: DumpedTable, isForeign: boolean): string | null => {
  const [here, there] = [storedColumns(columns), storedColumns(dumped.columns)]
  const missing = there.find(({ name }) => !here.some((each) => each.name === name))
  if (missing) return `it has no column '${missing.name}'`
  for (const { name, type } of here) {
    const other = there.find((each) => each.name === name)
    if (!other) return `column '${name}' is not in the dump`
    if (!isForeign && other.type !== type) return `column '${name}' is ${type}, and was ${other.type}`
  }
  return null
}

const refuseStatement = (
  { statement, references, parents, problem }: Examined,
  isKnown: ReturnType<typeof knownNames>,
  isDumped: ReturnType<typeof knownNames>,
): void => {
  if (problem) throw problem
  const unknown = references.find((token) => !isKnown(token)) ?? parents.find((token) => !isDumped(token))
  if (unknown)
    throw new AdminError(
      'TABLE_NOT_FOUND',
      `'${statement.table ?? statement.name}' refers to '${unknown.value.slice(0, 100)}', which is neither in the dump nor in the schema`,
    )
}
