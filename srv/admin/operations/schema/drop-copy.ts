import { ask } from '../../dialects/rows.ts'
import * as t from '../../core/json-schema.ts'
import { readSqlTokens } from '../../core/sql-tokens.ts'
import type { Dependent } from '../../dialects/structure.ts'
import { AdminError } from '../../core/errors.ts'
import { clonedSchemas } from '../cloned-schemas.ts'
import { inSession, type JsonObject, type Operation, type SessionContext } from '../operation.ts'

const INPUT = t.object({
  ...t.optionals({
    schema: t.string('Where the table is, or a clone that is dropped as a whole'),
    table: t.string('A copy; absent: the schema, with all that is in it'),
  }),
  dryRun: t.boolean('Tells what would be dropped, and drops nothing', { default: false }),
})

const OUTPUT = t.object({
  schema: t.string(),
  table: t.nullable(t.string()),
  objects: t.stringArray('Tables and views that go with it'),
  blockedBy: t.stringArray('What depends on it and would break: then nothing is dropped'),
  ...t.booleans('dropped', 'dryRun'),
})

/** Objects of a schema that are told. */
const MOST_OBJECTS = 10_000

interface Target {
  readonly schema: string
  readonly table: string | null
  readonly objects: readonly string[]
  readonly blockedBy: readonly string[]
}

/**
 * Drops a table that tableCopy has made, or a schema that schemaClone has made: nothing else, and nothing that others
 * depend on.
 *
 * @throws AdminError `NOT_A_COPY`, `DROP_BLOCKED`, `TABLE_NOT_FOUND`, `SCHEMA_NOT_FOUND`.
 */
export const dropCopy: Operation<typeof INPUT> = {
  summary: 'Drops a table or schema that was made by copying',
  input: INPUT,
  output: OUTPUT,
  run: async (context, input) => {
    const { database, dialect, names, signal, timeoutMs } = context
    const target = await inSession(context, (within) => resolve(within, input))
    if (input.dryRun) return answer(target, true)
    refuseBlocked(target)
    const { schema, table } = target
    const statement =
      table === null ? dialect.structure.copies.dropSchema(schema) : dialect.structure.copies.dropTable(schema, table)
    const options = { signal, timeoutMs, ...(table === null && { oldSchema: schema }) }
    await database.write(options, async (session) => {
      // Somebody may have built on it meanwhile.
      refuseBlocked(await resolve({ ...context, session }, { ...input, schema }))
      if (statement) await session.execute(statement)
    })
    if (table === null) await names.cloned.remove(schema)
    return answer(target, false)
  },
}

const resolve = async (
  context: SessionContext,
  { schema: sentSchema, table: sentTable }: t.Static<typeof INPUT>,
): Promise<Target> => {
  const { dialect, names, session } = context
  const { catalog, structure } = dialect
  if (sentTable !== undefined) {
    const { schema, name } = await names.table(session, sentSchema, sentTable, 'write')
    const known = await ask(session, structure.copies.tables, { schema })
    if (!known.includes(name))
      throw new AdminError('NOT_A_COPY', `'${name}' was not made by tableCopy; ${listed(known)}`)
    const dependents = await ask(session, structure.copies.dependents, { schema, table: name })
    return { schema, table: name, objects: [name], blockedBy: namesOf(dependents, name) }
  }
  if (sentSchema === undefined) throw new AdminError('MISSING_PARAMETER', `'schema' or 'table' is required`)
  const schema = await names.schema(session, sentSchema, 'write')
  const known = await clonedSchemas(context)
  if (!known.includes(schema))
    throw new AdminError('NOT_A_COPY', `'${schema}' was not made by schemaClone; ${listed(known)}`)
  const all = { schema, pattern: '%', limit: MOST_OBJECTS, offset: 0 }
  const tables = await ask(session, catalog.tables, all)
  const views = await ask(session, catalog.views, { ...all, definition: false })
  const objects = [...tables, ...views].map(({ name }) => name)
  const dependents = await ask(session, structure.copies.dependents, { schema, table: null })
  return { schema, table: null, objects, blockedBy: dependents.map(({ name }) => name) }
}

const listed = (known: readonly string[]): string =>
  known.length === 0 ? 'there are none that were' : `these were: ${known.slice(0, 20).join(', ')}`

/** Of those whose text decides, those that name the table. */
const namesOf = (dependents: readonly Dependent[], table: string): string[] => {
  const folded = table.toLowerCase()
  const isNamed = (text: string): boolean =>
    readSqlTokens(text).some(({ type, value }) => type !== 'symbol' && value.toLowerCase() === folded)
  return dependents.filter(({ text }) => text === null || isNamed(text)).map(({ name }) => name)
}

const refuseBlocked = ({ schema, table, blockedBy }: Target): void => {
  if (blockedBy.length === 0) return
  const shown = `${blockedBy.slice(0, 20).join(', ')}${blockedBy.length > 20 ? ', …' : ''}`
  throw new AdminError('DROP_BLOCKED', `On '${table ?? schema}' depends: ${shown}`)
}

const answer = (target: Target, dryRun: boolean): JsonObject => ({ ...target, dropped: !dryRun, dryRun })
