import { Type } from '@sinclair/typebox'
import type { Operation } from '../operation.ts'
import { clonedSchemas } from '../cloned-schemas.ts'
import { ask } from '../run-structure-plan.ts'

const INPUT = Type.Object({
  schema: Type.Optional(Type.String({ description: 'Of the copied tables; the current one unless told otherwise' })),
})

const OUTPUT = Type.Object({
  schema: Type.String(),
  schemas: Type.Array(Type.String(), { description: 'Made by schemaClone' }),
  tables: Type.Array(Type.String(), {
    description: 'Made by tableCopy, in this schema or in the one it was cloned from',
  }),
  count: Type.Integer(),
})

/** Lists what copying has made in a database, whichever process did. Ours: the contract only makes copies. */
export const copies: Operation<typeof INPUT> = {
  name: 'copies',
  summary: 'Schemas and tables that were made by copying',
  input: INPUT,
  output: OUTPUT,
  run: (context, input) =>
    context.database.read(context, async (session) => {
      const schema = await context.names.schema(session, input.schema)
      const schemas = await clonedSchemas(context, session)
      const tables = await ask(session, context.dialect.structure.copies.tables, { schema })
      return { schema, schemas, tables, count: schemas.length + tables.length }
    }),
}
