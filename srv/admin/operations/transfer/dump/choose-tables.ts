import { MAX_TABLES, type NotIncluded } from '../../../core/dump/manifest.ts'
import { isReservedTable } from '../../../core/technical-tables.ts'
import { ask } from '../../../dialects/rows.ts'
import type { ForeignKeyMetadata, ObjectName } from '../../../dialects/metadata.ts'
import { AdminError } from '../../../core/errors.ts'
import type { TablePart } from '../../../dialects/structure.ts'
import type { SessionContext } from '../../operation.ts'
import * as t from '../../../core/json-schema.ts'
import { ALLOW_HIDDEN_ROWS } from '../../masking.ts'

interface Chosen {
  /** Names as the catalog spells them. */
  readonly chosen: readonly string[]
  readonly notIncluded: readonly NotIncluded[]
}

interface Schema {
  readonly schema: string
  readonly keys: readonly ForeignKeyMetadata[]
  /** Tables that hold rows of others as well, of this schema and others. */
  readonly parts: readonly TablePart[]
}

/**
 * All tables of a schema, or those asked for, with those that they refer to.
 *
 * @throws AdminError `NOT_SUPPORTED`, `SCHEMA_NOT_ALLOWED` for one that was asked for, or that these refer to, and is never dumped.
 */
export const chooseTables = async (
  context: SessionContext,
  { schema, keys, parts }: Schema,
  { tables, references = true }: DumpInput,
): Promise<Chosen> => {
  const { session, names, dialect } = context
  const problemOf = problemIn(schema, parts)
  if (tables === undefined) return allTables(context, schema, problemOf)
  const chosen = new Set<string>()
  const find = await names.tables(session, schema, tables)
  for (const sent of tables) chosen.add(find(sent).name)
  const isKnown = (name: string): boolean => dialect.hides?.isTable(name) !== true
  // A set is walked through to what is added meanwhile.
  for (const name of chosen) {
    for (const part of parts)
      if (part.parentSchema === schema && part.parent === name && part.schema === schema) chosen.add(part.table)
    if (references)
      for (const { table, referencedSchema, referencedTable, isMissing } of keys)
        if (table === name && referencedSchema === schema && !isMissing && isKnown(referencedTable))
          chosen.add(referencedTable)
  }
  const all = await names.tables(session, schema, [...chosen])
  for (const name of chosen) {
    const problem = problemOf(all(name))
    if (problem === null) continue
    const code = isReservedTable(name) ? 'SCHEMA_NOT_ALLOWED' : 'NOT_SUPPORTED'
    throw new AdminError(code, `'${name}' is not dumped: ${problem}`)
  }
  return { chosen: [...chosen], notIncluded: [] }
}

type ProblemOf = ReturnType<typeof problemIn>

const allTables = async (
  { session, dialect, names }: SessionContext,
  schema: string,
  problemOf: ProblemOf,
): Promise<Chosen> => {
  const asked = { schema, pattern: '%', limit: MAX_TABLES + 1, offset: 0 }
  const listed = await ask(session, dialect.catalog.keyedTables, asked)
  const possible = listed.filter(({ name, type }) => problemOf({ name, type }) === null).map(({ name }) => name)
  const find = await names.tables(session, schema, possible)
  const chosen: string[] = []
  const notIncluded: NotIncluded[] = []
  for (const { name, type } of listed) {
    const reason = problemOf(possible.includes(name) ? find(name) : { name, type })
    if (reason === null) chosen.push(name)
    else notIncluded.push({ type, name, reason })
  }
  return { chosen, notIncluded }
}

/** Why a table is never dumped; null when it may be. */
const problemIn =
  (schema: string, parts: readonly TablePart[]) =>
  ({ name, type, isDivided }: Pick<ObjectName, 'name' | 'type' | 'isDivided'>): string | null => {
    if (isReservedTable(name)) return 'It holds internal state of the framework'
    if (type !== 'table' && type !== 'partitioned')
      return `It is of type ${type}: only tables that hold their rows themselves are dumped`
    if (type === 'table' && isDivided !== true) return null
    const own = parts.filter((part) => part.parentSchema === schema && part.parent === name)
    return own.every((part) => part.schema === schema) ? null : 'Tables of other schemas hold rows of it as well'
  }

/** Tables whose rows are given. */
const MAX_FILTERS = 20

export const input = t.object({
  ...t.optionals({
    schema: t.string('The current one by default'),
    tables: t.stringArray('Tables of it; all by default', { minItems: 1, maxItems: MAX_TABLES }),
    rows: t.array(
      t.object(
        { table: t.string('One of the tables'), where: t.string('Filter; see filters', { minLength: 1 }) },
        { additionalProperties: false },
      ),
      'Of these tables the rows that a filter leaves, and of all others those that hang on them: what refers to them, to that, and so on, with what any of these rows refers to',
      { minItems: 1, maxItems: MAX_FILTERS },
    ),
    references: t.boolean('With the tables that these refer to, as far as they go: true by default'),
  }),
  allowHiddenRows: ALLOW_HIDDEN_ROWS,
  dryRun: t.boolean('Tells what the dump would have, and reads no rows', { default: false }),
})
export type DumpInput = t.Static<typeof input>
