import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { syntaxTree } from '@codemirror/language'
import { type ListedObjects, listObjects, readSchemas } from '../../../api/catalog.ts'
import { keptAnswers } from '../../../api/kept-answers.ts'
import { readTable, type TableStructure } from '../../../api/table.ts'
import type { Engine } from './engine.ts'
import { joinConditions } from './join-conditions.ts'
import { type NamedTable, namedTables, plainName } from './named-tables.ts'

const NOTHING_IN = /String|Comment|QuotedIdentifier/
/** What is being written, and what it belongs to. */
// eslint-disable-next-line regexp/no-super-linear-move -- in a short text, see `NEAR`
const WORD = /(?:("(?:[^"]|"")*"|[\p{L}_][\p{L}\p{N}_$#]*)\.)?([\p{L}_][\p{L}\p{N}_$#]*)?$/u
const AFTER_TABLE_WORD = /\b(?:from|join)\s+$/i
const AFTER_ON = /\bon\s+$/i
/** Looks as far back for what a word comes after. */
const NEAR = 1_000

const lists = keptAnswers<ListedObjects>()
const schemas = keptAnswers<Awaited<ReturnType<typeof readSchemas>>>()
/** Nobody who types gives up a question that others wait for. */
const ALWAYS = new AbortController().signal

const objectsOf = async (schema: string, text: string): Promise<ListedObjects['objects']> => {
  const all = await lists(JSON.stringify([schema, '']), () => listObjects(schema, ''))
  if (!all.isCut || text === '') return all.objects
  return (await lists(JSON.stringify([schema, text]), () => listObjects(schema, text))).objects
}

/** The words that can stand where one writes: tables and columns that are there, keys, and the engine's functions. */
export const completeSql =
  (engine: Engine) =>
  async (context: CompletionContext): Promise<CompletionResult | null> => {
    if (NOTHING_IN.test(syntaxTree(context.state).resolveInner(context.pos, -1).name)) return null
    const before = context.state.sliceDoc(Math.max(0, context.pos - NEAR), context.pos)
    const [whole, owner, word = ''] = WORD.exec(before) ?? ['']
    const ahead = before.slice(0, before.length - whole.length)
    const [isTable, isOn] = [AFTER_TABLE_WORD.test(ahead), AFTER_ON.test(ahead)]
    // A blank asks nothing, but where only a few things can come.
    if (whole === '' && !context.explicit && !isTable && !isOn) return null
    const known = await schemas('', () => readSchemas(ALWAYS))
    const start = known.schemas.find(({ isCurrent }) => isCurrent)?.name ?? ''
    const tables = namedTables(context.state.doc.toString())
    const options =
      owner === undefined
        ? [
            ...(await objectOptions(engine, start, word, isTable)),
            ...(isTable ? schemaOptions(engine, known.schemas) : await withoutOwner(engine, start, tables, isOn)),
          ]
        : await optionsOf(engine, { start, owner: plainName(owner), word, tables, schemas: known.schemas })
    // Whoever has left the field meanwhile wants no list over the page.
    if (context.aborted || context.view?.hasFocus === false || options.length === 0) return null
    return { from: context.pos - word.length, options, validFor: /^[\p{L}\p{N}_$#]*$/u }
  }

const objectOptions = async (engine: Engine, schema: string, word: string, isWanted: boolean): Promise<Completion[]> =>
  (await objectsOf(schema, word)).map(({ name, isView, isTechnical }) => ({
    label: name,
    apply: engine.quote(name),
    type: isView ? 'interface' : 'class',
    boost: (isWanted ? 20 : 0) - (isTechnical ? 10 : 0),
  }))

const schemaOptions = (engine: Engine, all: readonly { readonly name: string }[]): Completion[] =>
  all.map(({ name }) => ({ label: name, apply: engine.quote(name), type: 'namespace', boost: -20 }))

const withoutOwner = async (
  engine: Engine,
  start: string,
  tables: readonly NamedTable[],
  isOn: boolean,
): Promise<Completion[]> => {
  const read = await Promise.all(tables.map((table) => structureOf(table, start)))
  const columns = tables.flatMap((table, index) => columnOptions(engine, table, read[index]))
  const keys = isOn ? joinConditions(tables, read, engine.quote) : []
  return [
    ...keys.map((label): Completion => ({ label, type: 'constant', boost: 99 })),
    ...columns,
    ...tables.map(({ alias }): Completion => ({ label: alias, apply: engine.quote(alias), type: 'variable' })),
    ...engine.functions.map((name): Completion => ({ label: name, apply: `${name}(`, type: 'function', boost: -30 })),
  ]
}

interface Owned {
  readonly start: string
  readonly owner: string
  readonly word: string
  readonly tables: readonly NamedTable[]
  readonly schemas: readonly { readonly name: string }[]
}

/** What comes after a name and a dot: the columns of a table, or the tables of a schema. */
const optionsOf = async (engine: Engine, { start, owner, word, tables, schemas: all }: Owned) => {
  const isSame = (name: string): boolean => name.toLowerCase() === owner.toLowerCase()
  const table = tables.find(({ alias }) => isSame(alias))
  if (table) return columnOptions(engine, table, await structureOf(table, start))
  const schema = all.find(({ name }) => isSame(name))
  return schema ? objectOptions(engine, schema.name, word, true) : []
}

/** Undefined for what is no table: a statement may name what it makes itself. */
const structureOf = async ({ schema, name }: NamedTable, start: string): Promise<TableStructure | undefined> => {
  try {
    return await readTable(schema ?? start, name)
  } catch {
    return undefined
  }
}

const columnOptions = (engine: Engine, { alias }: NamedTable, table: TableStructure | undefined): Completion[] =>
  (table?.columns ?? []).map(({ name, type }) => ({
    label: name,
    apply: engine.quote(name),
    type: 'property',
    detail: `${alias} · ${type}`,
    boost: 10,
  }))
