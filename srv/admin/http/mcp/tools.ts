import { type TObject, type TSchema, Type } from '@sinclair/typebox'
import * as t from '../../core/json-schema.ts'
import type { JsonObject } from '../../operations/operation.ts'
import type { Operations } from './operations.ts'

type Arguments = Readonly<Record<string, unknown>>

interface Asked {
  readonly operation: string
  readonly input: Arguments
}

/** A tool that asks one operation of the API, by some of its fields. */
export interface Tool {
  readonly name: string
  readonly description: string
  /** Those that it may ask, by method and path. */
  readonly operations: readonly string[]
  readonly input: (operations: Operations) => TObject
  /** @returns which one is asked, and its input. */
  readonly call: (given: Arguments, defaultSchema: () => Promise<unknown>) => Asked | Promise<Asked>
  /** The list of the answer that `offset` goes on with, where there is one. */
  readonly list?: (given: Arguments) => string
  /** What gets more than an answer that its limit has ended, besides passing over what was shown. */
  readonly more?: (asked: Arguments) => JsonObject | undefined
  /** What of the answer is told, where not all of it is. */
  readonly shape?: (answer: Arguments) => Arguments
}

export const SKIP = t.optional(
  Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
    description: 'What to pass over of a cut answer: its `next.skip`',
  }),
)
export const BACKGROUND = t.optional(
  t.boolean('Answers an operationId at once; `GET /operations/{id}` tells how far it is, and its answer'),
)

/** Those fields of an operation, with fewer words: a page tells the rest. */
const fieldsOf = (operations: Operations, name: string, ...fields: readonly string[]): Record<string, TSchema> => {
  const properties = operations.get(name)?.input.properties ?? {}
  return Object.fromEntries(fields.flatMap((field) => (properties[field] ? [[field, properties[field]]] : [])))
}

const KINDS = ['schema', 'table', 'view', 'column'] as const

const kindOf = ({ kind = 'table' }: Arguments): string => `${String(kind)}s`

/** Rows and characters of a value, unless others are asked for: an answer has not room for many more. */
const FIRST_ROWS = 50
const FIRST_CHARACTERS = 500
/** As many as a statement answers at most. */
const MOST_ROWS = 10_000

export const TOOLS: readonly Tool[] = [
  {
    name: 'search_objects',
    description: 'Finds schemas, tables, views or columns of tables by their names.',
    operations: KINDS.map((kind) => `GET /${kind}s`),
    input: (operations) =>
      t.object({
        kind: t.optional(t.oneOf(KINDS, undefined, { default: 'table' })),
        schema: t.optional(t.string('The current one by default')),
        ...fieldsOf(operations, 'GET /tables', 'pattern', 'limit', 'offset'),
      }),
    call: async (given, defaultSchema) => {
      const { kind: _, ...input } = given
      const isOpen = kindOf(given) === 'tables' && input['schema'] === undefined
      return { operation: `GET /${kindOf(given)}`, input: isOpen ? { ...input, schema: await defaultSchema() } : input }
    },
    list: kindOf,
  },
  {
    name: 'describe_table',
    description: 'Tells columns, keys, references, indexes and more of one table or view.',
    operations: ['GET /table'],
    input: (operations) => t.object({ ...fieldsOf(operations, 'GET /table', 'schema', 'table'), skip: SKIP }),
    call: (input) => ({ operation: 'GET /table', input }),
  },
  {
    name: 'read_rows',
    description: `Reads rows of a table or view: ${FIRST_ROWS} unless a limit is given, each text up to valueLimit characters (${FIRST_CHARACTERS}). Masked values are ***.`,
    operations: ['POST /export'],
    input: (operations) =>
      t.object({
        ...fieldsOf(operations, 'POST /export', 'schema', 'table'),
        columns: t.optional(t.stringArray('All by default')),
        where: t.optional(t.string("Such as `rating >= 5 and title like 'A%'`")),
        ...fieldsOf(operations, 'POST /export', 'orderBy'),
        limit: t.optional(t.integer(undefined, { minimum: 1, maximum: 1_000 })),
        offset: t.optional(t.integer(undefined, { minimum: 0 })),
        valueLimit: t.optional(t.integer(undefined, { minimum: 1, maximum: 10_000 })),
      }),
    call: (given) => ({
      operation: 'POST /export',
      input: { limit: FIRST_ROWS, valueLimit: FIRST_CHARACTERS, ...given, format: 'json' },
    }),
    list: () => 'rows',
    shape: ({ schema, table, columns, rows, ...rest }) => {
      const { hiddenRows } = rest
      const masked = (columns as readonly { name: string; masked?: true }[]).filter((each) => each.masked)
      return {
        ...{
          schema,
          table,
          rows,
          rowCount: rest['rowCount'],
          truncated: rest['truncated'],
          complete: rest['complete'],
        },
        ...(masked.length > 0 && { maskedColumns: masked.map(({ name }) => name) }),
        ...(hiddenRows !== undefined && { hiddenRows }),
      }
    },
  },
  {
    name: 'query',
    description: "Runs one statement that only reads, in the database's own SQL, or tells its plan.",
    operations: ['POST /query'],
    input: (operations) => t.object({ ...fieldsOf(operations, 'POST /query', 'sql', 'limit', 'plan'), skip: SKIP }),
    call: (given) => ({ operation: 'POST /query', input: { limit: FIRST_ROWS, ...given } }),
    more: ({ limit }) => (Number(limit) < MOST_ROWS ? { limit: Math.min(10 * Number(limit), MOST_ROWS) } : undefined),
  },
  {
    name: 'profile',
    description: 'Describes the values of each column: counts, bounds, frequent values.',
    operations: ['POST /dataProfile'],
    input: (operations) =>
      t.object({
        ...fieldsOf(operations, 'POST /dataProfile', 'schema', 'table'),
        columns: t.optional(t.stringArray('All by default')),
        ...fieldsOf(operations, 'POST /dataProfile', 'where', 'sampleSize'),
        skip: SKIP,
        background: BACKGROUND,
      }),
    call: (input) => ({ operation: 'POST /dataProfile', input }),
  },
  {
    name: 'compare',
    description: 'Tells whether two tables hold the same rows, with samples of those that differ.',
    operations: ['POST /compareData'],
    input: (operations) =>
      t.object({
        ...fieldsOf(operations, 'POST /compareData', 'schema1', 'table1', 'schema2', 'table2'),
        keyColumns: t.optional(t.stringArray('The primary key by default')),
        columns: t.optional(t.stringArray('All that both have by default')),
        ...fieldsOf(operations, 'POST /compareData', 'samples'),
        skip: SKIP,
        background: BACKGROUND,
      }),
    call: (input) => ({ operation: 'POST /compareData', input }),
  },
]
