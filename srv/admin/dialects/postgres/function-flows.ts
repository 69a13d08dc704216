import { plain } from '../../core/values.ts'
import { type MentionedName, mentionedTables } from '../../core/lineage/mentioned-tables.ts'
import type { Flow, FlowEnd, ScriptReader } from '../lineage.ts'
import { flag, text } from '../rows.ts'
import { RELATIONS, relationType } from './view-flows.ts'

/** Overloaded functions differ by their arguments. */
export const functionName = (alias: string): string =>
  `${alias}.proname || '(' || pg_get_function_identity_arguments(${alias}.oid) || ')'`

/** Languages whose functions name tables as SQL does, in namespaces that are not the server's own. */
export const isReadable = (language: string, namespace: string): string =>
  `${language}.lanname IN ('sql', 'plpgsql') AND ${namespace}.nspname !~ '^(?:pg_|information_schema$)'`

/** Functions that the server takes apart only while they run; it does not keep what those with a body in SQL write. */
export const scripts: ScriptReader = {
  scripts: {
    statement: () =>
      plain(`SELECT n.nspname AS schema, ${functionName('f')} AS name, f.prorettype = 'trigger'::regtype AS is_trigger,
                   coalesce(pg_get_function_sqlbody(f.oid), f.prosrc) AS text
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
  read: (functions, relations) => {
    const byName = Map.groupBy(relations, ({ name }) => name)
    return functions.flatMap((script): Flow[] => {
      const self: FlowEnd = { schema: script.schema, name: script.name, type: 'procedure' }
      const find = ([schema, name]: MentionedName): FlowEnd[] => {
        const all = byName.get(name) ?? []
        const own = all.find((each) => each.schema === (schema ?? script.schema))
        const found = own ?? (schema === null ? all[0] : undefined)
        return found ? [found] : []
      }
      const { reads, writes } = mentionedTables(script.text)
      const whole = { sourceColumn: null, targetColumn: null }
      return [
        ...reads.flatMap(find).map((source): Flow => ({ source, target: self, type: 'function', ...whole })),
        ...writes
          .flatMap(find)
          .map((target): Flow => ({ source: self, target, type: script.isTrigger ? 'trigger' : 'function', ...whole })),
      ]
    })
  },
}
