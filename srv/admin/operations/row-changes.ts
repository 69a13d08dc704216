import * as t from '../core/json-schema.ts'
import { AdminError } from '../core/errors.ts'
import { maskingOf } from './masking.ts'
import type { JsonObject, ResolvedTable, SessionContext } from './operation.ts'
import { columnRefusal, findChangeable } from './changeable.ts'
import { chooseWay, DATABASE } from './choose-way.ts'

const WHY = {
  code: t.string('As `POST /rows` would answer'),
  message: t.string('Why not'),
}

/** Whether `POST /rows` would take changes of a table, so that a page can say so before anyone types. */
export const ROW_CHANGES = t.object(
  {
    isPossible: t.boolean('Who asks may change its rows, one by one'),
    problem: t.optional(t.object(WHY, { description: 'Why not' })),
    keyColumns: t.stringArray('Columns that tell rows apart; empty where nothing can be changed'),
    service: t.nullable(t.string(), 'The entity of a service that shows its rows'),
    via: t.nullable(
      t.string(),
      'By what they are changed unless it is said: an entity of a service, or `database`. Null where `via` `database` has to be said',
    ),
    fixedColumns: t.arrayOf({ name: t.string(), ...WHY }, 'Columns whose values nobody can write'),
  },
  { description: 'Whether `POST /rows` takes changes of it' },
)

/** Asks what `POST /rows` asks: there is one truth of what can be changed. */
export const rowChangesOf = async (
  context: SessionContext,
  { schema, name, columns }: ResolvedTable,
): Promise<JsonObject> => {
  const refused = (code: string, message: string): JsonObject => ({
    ...{ isPossible: false, problem: { code, message }, keyColumns: [], service: null, via: null, fixedColumns: [] },
  })
  if (!context.user.is('admin')) return refused('FORBIDDEN', 'Changing rows needs the role admin')
  try {
    const { table, keys, service } = await findChangeable(context, { schema, table: name, via: DATABASE })
    const { isMasked } = maskingOf(context, table)
    const key = keys.find((each) => !each.some(isMasked))
    if (!key) return refused('FORBIDDEN', `The key of table '${name}' is masked`)
    return {
      ...{ isPossible: true, keyColumns: key, service, via: wayOf(context, table.name) },
      fixedColumns: columns.flatMap((column) => {
        const refusal = columnRefusal(column, isMasked)
        return refusal ? [{ name: column.name, code: refusal.code, message: refusal.details }] : []
      }),
    }
  } catch (error) {
    if (error instanceof AdminError && REFUSALS.has(error.code)) return refused(error.code, error.details)
    throw error
  }
}

/** By what rows are changed where nothing is said. */
const wayOf = (context: SessionContext, table: string): string | null => {
  try {
    return chooseWay(context, table, undefined, ['update']).entity?.name ?? DATABASE
  } catch (error) {
    if (error instanceof AdminError) return null
    throw error
  }
}

/** What a table is refused for, whatever is to be done with its rows. */
const REFUSALS: ReadonlySet<string> = new Set(['NOT_SUPPORTED', 'SCHEMA_NOT_ALLOWED', 'KEY_REQUIRED', 'FORBIDDEN'])
