import * as t from '../../../core/json-schema.ts'

/** Changes of one request. */
const MAX_CHANGES = 1_000

const row = (description: string) => t.values(description)

const change = t.union([
  t.object(
    { action: t.literal('insert'), values: row('Values of the new row; the database gives those that are left out') },
    { additionalProperties: false },
  ),
  t.object(
    {
      action: t.literal('update'),
      key: row('The key of the row: all columns of the primary key, or of a unique one'),
      was: t.optional(row('Values as they were read, of all columns that change at least')),
      values: row('New values'),
    },
    { additionalProperties: false },
  ),
  t.object(
    {
      action: t.literal('delete'),
      key: row('The key of the row'),
      was: t.optional(row('Values as they were read')),
    },
    { additionalProperties: false },
  ),
])

/** What is to be done with rows. Values are written as `POST /export` writes them in JSON, with values `exact`. */
export const INPUT = t.object({
  schema: t.optional(t.string('The current one by default')),
  table: t.string('Table that the rows are in'),
  changes: t.array(change, 'In this order, all of them or none', { minItems: 1, maxItems: MAX_CHANGES }),
  ...t.optionals({
    overwrite: t.boolean('Changes rows whatever they hold by now, so that `was` can be left out', { default: false }),
    via: t.string(
      'The entity of a service that changes the rows, with its handlers, checks and managed fields, or `database` for the table itself; by default the nearest entity of a service that you may write, and the table itself where none takes changes',
    ),
  }),
})
export type Input = t.Static<typeof INPUT>

/** A row that is not as it was read: side by side. */
export const CONFLICT = t.object({
  index: t.integer('Of the change, from 0'),
  isGone: t.boolean('There is no such row any more'),
  key: t.values(),
  columns: t.arrayOf({
    name: t.string(),
    was: t.value(),
    now: t.value(),
    wanted: t.optional(t.value()),
  }),
})

const HEAD = {
  ...t.strings('schema', 'table'),
  keyColumns: t.stringArray('Columns that tell rows apart'),
  service: t.nullable(t.string(), 'The entity of a service that serves the table'),
  via: t.string('What changes the rows: an entity of a service, whose own checks come when it does, or `database`'),
}

const COUNTS = {
  rowsInserted: t.integer('Rows that are new'),
  rowsUpdated: t.integer('Rows that are changed'),
  rowsDeleted: t.integer('Rows that are gone'),
}

export const OUTPUT = t.object({ ...HEAD, ...COUNTS })

const problem = (description: string) =>
  t.optional(
    t.object({ code: t.string('As an error would have it'), message: t.string('What is wrong') }, { description }),
  )

export const PREVIEW = t.object({
  ...HEAD,
  ...COUNTS,
  canRun: t.boolean('All changes would be done'),
  problem: problem('The database refuses all of them together, by a constraint that it checks at the end'),
  changes: t.arrayOf(
    {
      index: t.integer('Of the change, from 0'),
      action: t.oneOf(['insert', 'update', 'delete']),
      statement: t.string('What runs'),
      parameters: t.array(t.value(), 'Its values, in their order'),
      row: t.nullable(
        t.values(),
        'The row as it is now, in the columns that the change names, of long values the beginning; null where there is none',
      ),
      conflict: t.optional(t.object(CONFLICT.properties, { description: 'The row is not as it was read' })),
      problem: problem('The database refuses it'),
    },
    'One for each change, in their order',
  ),
})
