import * as t from '../json-schema.ts'
import { Value } from '@sinclair/typebox/value'
import { AdminError } from '../errors.ts'

/** What `format` says, and the only `version` that there is. */
export const DUMP_FORMAT = 'cds-dba-dump'
export const DUMP_VERSION = 2
/** Name of the part that tells of all others, and its largest size. */
export const MANIFEST = 'manifest.json'
export const MAX_MANIFEST_BYTES = 16_777_216
/** Tables of one dump. */
export const MAX_TABLES = 2_000

const KINDS = [
  ...(['boolean', 'integer', 'decimal', 'float', 'text', 'date', 'time', 'timestamp', 'binary', 'json'] as const),
  'other' as const,
]
const name = () => t.string(undefined, { minLength: 1, maxLength: 1_000, pattern: '^[^\\u0000]+$' })
const names = () => t.array(name(), undefined, { maxItems: 10_000 })
/** Of a table. */
const MAX_KEYS = 1_000
const size = () => t.nullable(t.integer())

const COLUMN = t.object({
  name: name(),
  type: t.string('As the engine spells it'),
  kind: t.oneOf(KINDS),
  length: size(),
  precision: size(),
  scale: size(),
  nullable: t.boolean(),
  defaultValue: t.nullable(t.string()),
  isGenerated: t.boolean(),
  identity: t.nullable(t.oneOf(['always', 'by default'])),
})

const TABLE = t.object({
  name: name(),
  part: t.string(undefined, { pattern: '^rows/[0-9]{1,6}-[A-Za-z0-9_]{0,64}[.]csv$' }),
  rows: t.integer(undefined, { minimum: 0 }),
  bytes: t.integer(undefined, { minimum: 0 }),
  sha256: t.string(undefined, { pattern: '^[0-9a-f]{64}$' }),
  lineSum: t.string(undefined, { pattern: '^[0-9a-f]{16}$' }),
  engineSum: t.nullable(t.string('Of all rows, as the engine makes it', { pattern: '^-?[0-9]{1,40}$' })),
  isPartitioned: t.boolean('It holds no rows itself: its parts do'),
  partOf: names(),
  columns: t.array(COLUMN, undefined, { maxItems: 10_000 }),
  primaryKey: names(),
  uniqueKeys: t.array(names(), undefined, { maxItems: MAX_KEYS }),
  foreignKeys: t.array(
    t.object({
      name: name(),
      columns: names(),
      referencedSchema: t.string(),
      referencedTable: name(),
      referencedColumns: names(),
      ...t.strings('onUpdate', 'onDelete'),
    }),
    undefined,
    { maxItems: MAX_KEYS },
  ),
})

const STATEMENT = t.object({
  stage: t.oneOf(['tables', 'indexes', 'keys'], 'Before the rows, behind them, and when those of all tables are there'),
  table: t.nullable(name(), 'The one that it makes, or that has what it makes'),
  type: t.oneOf(['table', 'sequence', 'type', 'index', 'statistics']),
  name: name(),
  sql: t.string(),
})

const NOT_INCLUDED = t.object(t.strings('type', 'name', 'reason'))

const SHAPE = t.object({
  format: t.literal(DUMP_FORMAT),
  version: t.literal(DUMP_VERSION),
  engine: t.oneOf(['sqlite', 'postgres']),
  engineVersion: t.string(),
  createdAt: t.string(),
  schema: name(),
  tables: t.array(TABLE, 'Those that others refer to come first', { maxItems: MAX_TABLES }),
  cycles: t.array(names(), 'Tables that refer to each other in a circle'),
  statements: t.array(STATEMENT, undefined, { maxItems: 40_000 }),
  notIncluded: t.array(NOT_INCLUDED),
})

export type Manifest = t.Static<typeof SHAPE>
export type DumpedTable = t.Static<typeof TABLE>
export type DumpedColumn = t.Static<typeof COLUMN>
export type DumpStatement = t.Static<typeof STATEMENT>
export type NotIncluded = t.Static<typeof NOT_INCLUDED>

/** @throws AdminError `INVALID_FILE_CONTENT` for what is no manifest, is of another version, or contradicts itself. */
export const readManifest = (text: string): Manifest => {
  const given = parse(text)
  if (!Value.Check(SHAPE, given)) {
    const { format, version } = (given ?? {}) as { readonly format?: unknown; readonly version?: unknown }
    if (format !== DUMP_FORMAT) throw invalid(`its ${MANIFEST} does not say that it is one`)
    if (version !== DUMP_VERSION)
      throw invalid(`it is of another version than ${DUMP_VERSION}, the only one known here`)
    const [first] = Value.Errors(SHAPE, given)
    throw invalid(`its ${MANIFEST} is not as it has to be at '${(first?.path ?? '').slice(0, 100)}'`)
  }
  refuseTwice('table', given.tables.map((table) => table.name)) // prettier-ignore
  refuseTwice('part', given.tables.map(({ part }) => part)) // prettier-ignore
  for (const { columns } of given.tables) refuseTwice('column', columns.map((column) => column.name)) // prettier-ignore
  return given
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw invalid(`its ${MANIFEST} is no JSON`)
  }
}

const refuseTwice = (what: string, given: readonly string[]): void => {
  const seen = new Set<string>()
  const found = given.find((each) => seen.size === seen.add(each).size)
  if (found !== undefined) throw invalid(`${what} '${found.slice(0, 100)}' is there twice`)
}

const invalid = (problem: string): AdminError =>
  new AdminError('INVALID_FILE_CONTENT', `The file is no dump that can be loaded: ${problem}`)

/** Columns whose values a dump has: the database computes those of all others. */
export const storedColumns = <Column extends { readonly isGenerated: boolean }>(columns: readonly Column[]): Column[] =>
  columns.filter(({ isGenerated }) => !isGenerated)
