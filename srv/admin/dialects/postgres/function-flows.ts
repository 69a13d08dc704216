import { readSqlTokens, type Closings, closingsOf, isSymbol, isWord, type SqlToken } from '../../core/sql-tokens.ts'
import type { Flow, FlowEnd, ScriptReader, Untraced } from '../lineage.ts'
import { flag, text, fixed } from '../rows.ts'
import { isBodyLocked } from './locked.ts'
import { opaque, RELATIONS, relationType } from './view-flows.ts'

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
    statement:
      fixed(`SELECT n.nspname AS schema, ${functionName('f')} AS name, f.prorettype = 'trigger'::regtype AS is_trigger,
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
    statement: fixed(`SELECT n.nspname AS schema, c.relname AS name, ${relationType('c')} AS type
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

/** A name as a statement spells it, folded to lower case where it stands without quotes: with its schema, or bare. */
type MentionedName = readonly [schema: string | null, name: string]

/** Functions with a FROM of their own between the brackets. */
const OWN_FROM = ['EXTRACT', 'SUBSTRING', 'TRIM', 'OVERLAY']
const AFTER_TABLE = 'WHERE SET JOIN LEFT RIGHT FULL INNER CROSS NATURAL ON USING LOOP'.split(' ')

/**
 * Reads which tables the statements of a function name, by where the names stand. What a function makes up while it
 * runs is not among them.
 */
export const mentionedTables = (text: string) => {
  const tokens = readSqlTokens(text)
  const closings = closingsOf(tokens)
  const own = commonTables(tokens, closings)
  const [reads, writes] = [new Map<string, MentionedName>(), new Map<string, MentionedName>()]
  const note = (into: Map<string, MentionedName>, at: number): void => {
    const found = nameAt(tokens, isWord(tokens[at], 'ONLY') ? at + 1 : at)
    if (!found || (found.name[0] === null && own.has(found.name[1]))) return
    into.set(JSON.stringify(found.name), found.name)
  }
  const callers: (SqlToken | undefined)[] = []
  for (const [at, token] of tokens.entries()) {
    const [before, next] = [tokens[at - 1], tokens[at + 1]]
    if (isSymbol(token, '(')) callers.push(before)
    else if (isSymbol(token, ')')) callers.pop()
    else if (isWord(token, 'INTO') && isWord(before, 'INSERT', 'MERGE')) note(writes, at + 1)
    else if (isWord(token, 'UPDATE') && !isWord(before, 'FOR', 'DO', 'KEY') && !isWord(next, 'SET'))
      note(writes, at + 1)
    else if (isWord(token, 'TRUNCATE')) note(writes, isWord(next, 'TABLE') ? at + 2 : at + 1)
    else if (isWord(token, 'FROM') && isWord(before, 'DELETE')) note(writes, at + 1)
    else if (isWord(token, 'FROM') && !isWord(before, 'DISTINCT') && !isWord(callers.at(-1), ...OWN_FROM))
      for (const item of listedFrom(tokens, closings, at + 1)) note(reads, item)
    else if (isWord(token, 'JOIN', 'USING')) for (const item of listedFrom(tokens, closings, at + 1)) note(reads, item)
  }
  return { reads: [...reads.values()], writes: [...writes.values()] }
}

/** Names that the statements give to queries of their own: `name (…) AS MATERIALIZED (`. */
const commonTables = (tokens: readonly SqlToken[], closings: Closings): ReadonlySet<string> =>
  new Set(
    tokens.flatMap((token, at) => {
      if (!isWord(tokens[at - 1], 'WITH', 'RECURSIVE') && !isSymbol(tokens[at - 1], ',')) return []
      let next = isSymbol(tokens[at + 1], '(') ? (closings[at + 1] ?? tokens.length) + 1 : at + 1
      if (!isWord(tokens[next], 'AS')) return []
      while (isWord(tokens[next], 'AS', 'NOT', 'MATERIALIZED')) next++
      return isSymbol(tokens[next], '(') ? [spelt(token)] : []
    }),
  )

/** Where each item of a list of tables begins: one behind another, with commas between them. */
const listedFrom = (tokens: readonly SqlToken[], closings: Closings, start: number): number[] => {
  const items: number[] = []
  for (let at = start; ; at++) {
    while (isWord(tokens[at], 'LATERAL', 'ONLY')) at++
    if (isSymbol(tokens[at], '(')) at = (closings[at] ?? tokens.length) + 1
    else {
      const found = nameAt(tokens, at)
      if (!found) return items
      // A name with brackets is a function's.
      if (isSymbol(tokens[found.end], '(')) at = (closings[found.end] ?? tokens.length) + 1
      else {
        items.push(at)
        at = found.end
      }
    }
    if (isWord(tokens[at], 'AS')) at++
    if (tokens[at]?.type === 'quoted' || (tokens[at]?.type === 'word' && !isWord(tokens[at], ...AFTER_TABLE))) at++
    if (isSymbol(tokens[at], '(')) at = (closings[at] ?? tokens.length) + 1
    if (!isSymbol(tokens[at], ',')) return items
  }
}

const isName = (token: SqlToken | undefined): token is SqlToken => token?.type === 'word' || token?.type === 'quoted'

const spelt = ({ type, value }: SqlToken): string => (type === 'quoted' ? value : value.toLowerCase())

/** The name at a place, and the place behind it. */
const nameAt = (tokens: readonly SqlToken[], at: number): { name: MentionedName; end: number } | undefined => {
  const parts: string[] = []
  let end = at
  for (let token = tokens[end]; isName(token); token = tokens[end]) {
    parts.push(spelt(token))
    end++
    if (!isSymbol(tokens[end], '.')) break
    end++
  }
  const name = parts.at(-1)
  return name === undefined ? undefined : { name: [parts.at(-2) ?? null, name], end }
}
