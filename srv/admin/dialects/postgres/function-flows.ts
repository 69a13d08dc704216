import { plain } from '../../core/values.ts'
import { type MentionedName, mentionedTables } from '../../core/lineage/mentioned-tables.ts'
import { readSqlTokens } from '../../core/sql-tokens.ts'
import type { Flow, FlowEnd, ScriptReader, Untraced } from '../lineage.ts'
import { flag, text } from '../rows.ts'
import { isBodyLocked } from './locked.ts'
import { opaque } from './opaque-functions.ts'
import { RELATIONS, relationType } from './view-flows.ts'

/** Overloaded functions differ by their arguments. */
export const functionName = (alias: string): string =>
  `${alias}.proname || '(' || pg_get_function_identity_arguments(${alias}.oid) || ')'`

/** Languages whose functions name tables as SQL does, in namespaces that are not the server's own. */
export const isReadable = (language: string, namespace: string): string =>
  `${language}.lanname IN ('sql', 'plpgsql') AND ${namespace}.nspname !~ '^(?:pg_|information_schema$)'`

const WHOLE = { sourceColumn: null, targetColumn: null }
/** What a script does with these is not read from its text: it runs a text, or names a table otherwise than by FROM. */
const UNREAD = ['execute', 'table']

/** The text of a function; of one that names what is locked, one that says that it cannot be traced. */
const BODY = `CASE WHEN f.prosqlbody IS NULL THEN f.prosrc WHEN ${isBodyLocked('f.oid')} THEN 'EXECUTE'
                        ELSE pg_get_function_sqlbody(f.oid) END`

/** Functions that the server takes apart only while they run; it does not keep what those with a body in SQL write. */
export const scripts: ScriptReader = {
  scripts: {
    statement: () =>
      plain(`SELECT n.nspname AS schema, ${functionName('f')} AS name, f.prorettype = 'trigger'::regtype AS is_trigger,
                   ${BODY} AS text
              FROM pg_proc f JOIN pg_namespace n ON n.oid = f.pronamespace JOIN pg_language l ON l.oid = f.prolang
             WHERE ${isReadable('l', 'n')} ORDER BY 1, 2`),
    item: (row) => ({
      schema: text(row, 'schema'),
      name: text(row, 'name'),
      isTrigger: flag(row, 'is_trigger'),
      text: text(row, 'text'),
    }),
  },
  relations: {
    statement: () =>
      plain(`SELECT n.nspname AS schema, c.relname AS name, ${relationType('c')} AS type
              FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
             WHERE c.relkind IN ${RELATIONS} AND n.nspname !~ '^(?:pg_|information_schema$)'
             ORDER BY array_position(current_schemas(false), n.nspname), 1, 2`),
    item: (row) => ({
      schema: text(row, 'schema'),
      name: text(row, 'name'),
      type: text(row, 'type') as FlowEnd['type'],
    }),
  },
  opaque,
  read: (functions, relations, opaqueNames) => {
    const untraceable = new Set([...opaqueNames, ...UNREAD])
    const untraced: Untraced[] = []
    const calls: Flow[] = []
    const byBareName = Map.groupBy(functions, ({ name }) => name.slice(0, name.indexOf('(')))
    const byName = Map.groupBy(relations, ({ name }) => name)
    const flows = functions.flatMap((script): Flow[] => {
      const self: FlowEnd = { schema: script.schema, name: script.name, type: 'procedure' }
      const find = ([schema, name]: MentionedName): FlowEnd[] => {
        const all = byName.get(name) ?? []
        const own = all.find((each) => each.schema === (schema ?? script.schema))
        const found = own ?? (schema === null ? all[0] : undefined)
        return found ? [found] : []
      }
      const words = new Set(
        readSqlTokens(script.text).flatMap(({ type, value }) =>
          type === 'word' ? [value.toLowerCase()] : type === 'quoted' ? [value] : [],
        ),
      )
      if ([...words].some((word) => untraceable.has(word))) untraced.push({ target: self, column: null })
      for (const { schema, name } of [...words].flatMap((word) => byBareName.get(word) ?? []))
        calls.push({ source: { schema, name, type: 'procedure' }, target: self, type: 'function', ...WHOLE })
      const { reads, writes } = mentionedTables(script.text)
      return [
        ...reads.flatMap(find).map((source): Flow => ({ source, target: self, type: 'function', ...WHOLE })),
        ...writes
          .flatMap(find)
          .map((target): Flow => ({ source: self, target, type: script.isTrigger ? 'trigger' : 'function', ...WHOLE })),
      ]
    })
    return { flows, calls, untraced }
  },
}
