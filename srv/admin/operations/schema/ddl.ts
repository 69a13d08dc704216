import { resolveName } from '../../core/identifiers.ts'
import * as t from '../../core/json-schema.ts'
import type { Step, StructurePlan } from '../../dialects/structure.ts'
import { AdminError } from '../../core/errors.ts'
import { type JsonObject, type Operation, reading } from '../operation.ts'
import { listSkipped, makePlan } from '../run-structure-plan.ts'

const TYPES = ['table', 'view', 'index', 'sequence', 'trigger', 'function', 'type'] as const

const INPUT = t.object({
  ...t.optionals({
    schema: t.string('The current one by default'),
    name: t.string('One object of it, and what belongs to it; all of the schema by default'),
    type: t.oneOf(TYPES, 'What kind of object, where several have the name'),
  }),
})

const OUTPUT = t.object({
  ...t.strings('schema', 'engine'),
  count: t.integer(),
  statements: t.arrayOf({
    type: t.string('What kind of object it makes, or belongs to'),
    name: t.string(),
    sql: t.string('Runs by itself, behind those before it'),
  }),
  script: t.string('All statements'),
  notIncluded: t.arrayOf({ ...t.strings('type', 'name', 'reason') }, 'What they do not make'),
})

/**
 * Tells the statements that make a schema, or one object of it, on an empty database of the same engine. Rows, numbers that
 * sequences have reached, and owners are not among them.
 *
 * @throws AdminError `TABLE_NOT_FOUND` for a name that nothing has; `NOT_SUPPORTED` where the engine writes none.
 * @see Ours: the contract has no such operation.
 */
export const ddl: Operation<typeof INPUT> = {
  summary: 'Statements that make a schema, or one object of it',
  input: INPUT,
  output: OUTPUT,
  run: reading(async ({ session, names, dialect }, input): Promise<JsonObject> => {
    const schema = await names.schema(session, input.schema)
    const { script } = dialect.structure
    if (!script)
      throw new AdminError('NOT_SUPPORTED', `No statements are written of ${dialect.platform}: its own tools do`)
    const plan = await makePlan(session, script, { schema })
    const name = input.name === undefined ? undefined : nameOf(plan, schema, input.name)
    const steps = plan.steps.filter((step) => isWanted(step, name, input.type))
    if (steps.length === 0)
      throw new AdminError('TABLE_NOT_FOUND', `'${name ?? schema}' is no ${input.type ?? 'object'}`)
    const statements = steps.map(({ statement, about = [] }) => {
      const { type, name: own } = about.at(-1) ?? { type: 'schema', name: schema }
      return { type, name: own, sql: statement.sql }
    })
    return {
      schema,
      engine: dialect.engine,
      count: statements.length,
      statements,
      script: statements.map(({ sql }) => `${sql}${isCommented(sql) ? '\n' : ''};\n`).join(''),
      notIncluded: name === undefined ? listSkipped(plan.skipped) : [],
    }
  }),
}

/** The last line of a text may be a comment, which would take the semicolon. */
const isCommented = (sql: string): boolean => sql.slice(sql.lastIndexOf('\n') + 1).includes('--')

const nameOf = ({ steps }: StructurePlan, schema: string, sent: string): string => {
  const known = new Set(steps.flatMap(({ about = [] }) => about.map(({ name }) => name)))
  return resolveName(sent, [...known], 'TABLE_NOT_FOUND', `In schema '${schema}', object`)
}

/** Without a name all of a type, or all; with one what makes the object and what belongs to it. */
const isWanted = ({ about = [] }: Step, name: string | undefined, type: string | undefined): boolean =>
  (name === undefined && type === undefined) ||
  about.some((each) => (name === undefined || each.name === name) && (type === undefined || each.type === type))
