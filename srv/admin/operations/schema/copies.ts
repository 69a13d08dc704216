import { ask } from '../../dialects/rows.ts'
import * as t from '../../core/json-schema.ts'
import { type Operation, reading } from '../operation.ts'
import { clonedSchemas } from '../cloned-schemas.ts'

const INPUT = t.object({
  schema: t.optional(t.string('Of the copied tables; the current one unless told otherwise')),
})

const OUTPUT = t.object({
  schema: t.string(),
  schemas: t.stringArray('Made by schemaClone'),
  tables: t.stringArray('Made by tableCopy, in this schema or in the one it was cloned from'),
  count: t.integer(),
})

/** Lists what copying has made in a database, whichever process did. Ours: the contract only makes copies. */
export const copies: Operation<typeof INPUT> = {
  summary: 'Schemas and tables that were made by copying',
  input: INPUT,
  output: OUTPUT,
  run: reading(async (context, input) => {
    const { names, dialect, session } = context
    const schema = await names.schema(session, input.schema)
    const schemas = await clonedSchemas(context)
    const tables = await ask(session, dialect.structure.copies.tables, { schema })
    return { schema, schemas, tables, count: schemas.length + tables.length }
  }),
}
