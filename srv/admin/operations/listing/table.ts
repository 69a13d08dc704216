import * as t from '../../core/json-schema.ts'
import { ask } from '../../dialects/rows.ts'
import { isView, type Policy, type RowSecurity } from '../../dialects/metadata.ts'
import { adviseIndexes } from '../index-advice.ts'
import { isShownKey, type Key, listKeys } from '../list-keys.ts'
import { maskingOf, readWhere } from '../masking.ts'
import { type JsonObject, type Operation, reading, type ResolvedTable, type SessionContext } from '../operation.ts'
import { rowChangesOf } from '../row-changes.ts'
import { SqlWriter } from '../sql-writer.ts'
import { OUTPUT } from './table/output.ts'
import { readListed, readTableText } from './table/read-definition.ts'
import type { Session } from '../../database/session.ts'
import type { Dialect } from '../../dialects/dialect.ts'
import type { StructureQuery } from '../../dialects/schema-structure.ts'
import type { SchemaStructure } from '../../core/schema-differences/structure.ts'

/** Which rows of a table the database shows to whom. */
const readRowSecurity = async (
  { dialect: { catalog }, session }: SessionContext,
  { schema, name }: ResolvedTable,
): Promise<{ readonly rowSecurity: RowSecurity | null; readonly policies: readonly Policy[] }> => {
  const asked = { schema, table: name }
  const [rowSecurity = null] = catalog.rowSecurity ? await ask(session, catalog.rowSecurity, asked) : []
  return { rowSecurity, policies: catalog.policies ? await ask(session, catalog.policies, asked) : [] }
}

type OfTables = Pick<SchemaStructure, 'constraints' | 'indexes' | 'triggers'>

/** Constraints, indexes and triggers of one table: the questions about a whole schema, with the table named. */
const readObjects = async (
  session: Session,
  dialect: Dialect,
  { schema, name }: { readonly schema: string; readonly name: string },
): Promise<OfTables> => {
  const { enter, queries } = dialect.schemaStructure
  if (enter) await session.query(enter(schema, schema))
  const read = async <Item>(query: StructureQuery<Item> | undefined): Promise<Item[]> => {
    if (!query) return []
    const { sql, parameters } = query.statement(schema)
    const place = dialect.placeholder(parameters.length + 1, 'text')
    const ofTable = `SELECT * FROM (${sql}) q WHERE q."table" = ${place}`
    return query.read(await session.query({ sql: ofTable, parameters: [...parameters, name] }))
  }
  return {
    constraints: await read(queries.constraints),
    indexes: await read(queries.indexes),
    triggers: await read(queries.triggers),
  }
}

const INPUT = t.object({
  schema: t.optional(t.string('The current one by default')),
  table: t.string('Table or view'),
  ...t.optionals({
    structure: t.boolean('With columns, keys, indexes and so on', { default: true }),
    count: t.boolean('Counts the rows; for operators', { default: false }),
    where: t.string('Filter of the rows that are counted'),
  }),
})

/**
 * Tells all that the catalog knows of one table or view: its columns, keys in both directions, constraints, indexes,
 * triggers, size, and the statement that makes it.
 *
 * @returns definitions of views and triggers for operators only, null for others. Foreign keys are those of the catalog
 *   and the associations of the model, for which CAP deploys none.
 * @throws AdminError `TABLE_NOT_FOUND`, `SCHEMA_NOT_FOUND`, `SCHEMA_NOT_ALLOWED`, `INVALID_FILTER`, `FORBIDDEN`.
 * @see Ours: the contract has no such operation.
 */
export const table: Operation<typeof INPUT> = {
  summary: 'Tells the structure of a table or view, and counts its rows',
  readsRows: true,
  input: INPUT,
  output: OUTPUT,
  roleFor: ({ count = false }) => (count ? 'operator' : 'viewer'),
  run: reading(async (context, input) => {
    const found = await context.names.table(context.session, input.schema, input.table)
    return {
      schema: found.schema,
      table: found.name,
      type: found.type,
      ...((input.count ?? false) && { matchingRows: await countRows(context, found, input) }),
      ...((input.structure ?? true) && (await describe(context, found))),
    }
  }),
}

const countRows = async (
  context: SessionContext,
  found: ResolvedTable,
  { where }: t.Static<typeof INPUT>,
): Promise<number> => {
  const writer = new SqlWriter(context.dialect)
  const rows = writer.rows({ table: found, where: readWhere(context, found, where) }, 't')
  const [row = {}] = await context.session.query(writer.statement(`SELECT count(*) AS "rows" FROM ${rows}`))
  return Number(row['rows'])
}

const describe = async (context: SessionContext, found: ResolvedTable): Promise<JsonObject> => {
  const { schema, name } = found
  const isOperator = context.user.is('operator')
  const { isMasked } = maskingOf(context, found)
  const listed = await readListed(context, found, isOperator)
  const keys = await listKeys(context, { schema, table: null, source: 'all' })
  const { constraints, indexes, triggers } = await readObjects(context.session, context.dialect, found)
  const { rowSecurity, policies } = await readRowSecurity(context, found)
  const elsewhere = await keysFromElsewhere(context, found)
  const advice = await adviseIndexes(context, schema, keys)
  const made = isView(found)
    ? { definition: (listed && 'definition' in listed && listed.definition) || null, isOwnDefinition: true }
    : await readTableText(context, found, constraints)
  return {
    comment: listed?.comment ?? null,
    ...(listed && 'rowCount' in listed
      ? { rowCount: listed.rowCount, rowCountExact: listed.rowCountExact, sizeBytes: listed.sizeBytes }
      : { rowCount: null, rowCountExact: false, sizeBytes: null }),
    createdAt: listed && 'createdAt' in listed ? listed.createdAt : null,
    valid: listed && 'valid' in listed ? listed.valid : null,
    columns: found.columns.map((column) => ({
      name: column.name,
      position: column.position,
      type: column.type,
      kind: column.kind,
      nullable: column.nullable,
      defaultValue: column.defaultValue,
      isGenerated: column.isGenerated,
      identity: column.identity,
      keyPosition: column.keyPosition,
      comment: column.comment,
      isMasked: isMasked(column.name),
    })),
    constraints: constraints.map(({ name: own, kind, definition }) => ({ name: own, kind, definition })),
    indexes: indexes.map(({ name: own, definition }) => ({ name: own, definition })),
    indexAdvice: advice && advice.filter((each) => each.table === name).map(({ table: _, ...each }) => each),
    triggers: triggers.map(({ name: own, definition }) => ({ name: own, definition: isOperator ? definition : null })),
    rowSecurity: rowSecurity && { ...rowSecurity },
    policies: policies.map((policy) => ({ ...policy, ...(!isOperator && { using: null, check: null }) })),
    references: keys
      .filter((key) => key.table === name)
      .map((key) => ({
        ...{ name: key.name, columns: key.columns, source: key.source, isEnforced: key.isEnforced },
        referencedSchema: key.referencedSchema,
        referencedTable: key.referencedTable,
        referencedColumns: key.referencedColumns,
        ...(key.isMissing && { isMissing: key.isMissing }),
      })),
    referencedBy: keys
      .filter((key) => key.referencedTable === name && key.referencedSchema === schema)
      .map((key) => ({ ...key, schema }))
      .concat(elsewhere)
      .map(({ name: own, schema: place, table: from, columns, referencedColumns, source, isEnforced }) => ({
        ...{ name: own, schema: place, table: from, columns, referencedColumns, source, isEnforced },
      })),
    ...made,
    rowChanges: await rowChangesOf(context, found),
  }
}

/** Foreign keys of other schemas, as far as these are open. */
const keysFromElsewhere = async (
  { dialect, names, session }: SessionContext,
  { schema, name }: ResolvedTable,
): Promise<(Key & { readonly schema: string })[]> => {
  const question = dialect.catalog.keysFromElsewhere
  if (!question) return []
  const all = await ask(session, question, { schema, table: name })
  const keys = all.filter((key) => isShownKey(dialect, key))
  const { isOpen } = await names.openness(session)
  const open = await Promise.all(keys.map((key) => isOpen(key.schema)))
  return keys.filter((_, index) => open[index]).map((key) => ({ ...key, source: 'catalog' }))
}
