import type { ColumnStructure, SchemaStructure } from '../../core/schema-differences/structure.ts'
import { closingsOf, isSymbol, isWord, readSqlTokens, type SqlToken } from '../../core/sql-tokens.ts'

/** What one artifact makes. */
type Made = { readonly [Kind in keyof SchemaStructure]?: SchemaStructure[Kind] }

interface Artifact {
  readonly text: string
  readonly tokens: readonly SqlToken[]
}

/**
 * What CAP's artifacts for SAP HANA make: tables, views, indexes and foreign keys. What plugins add beside them is left out.
 *
 * @param texts of `.hdbtable`, `.hdbview`, `.hdbindex` and `.hdbconstraint` files.
 */
export const structureOfArtifacts = (texts: readonly string[]): SchemaStructure => {
  const made = texts.map((text) => readArtifact({ text, tokens: readSqlTokens(text) }))
  const all = <Kind extends keyof SchemaStructure>(kind: Kind): SchemaStructure[Kind][number][] =>
    made.flatMap((each) => [...(each[kind] ?? [])] as SchemaStructure[Kind][number][])
  return {
    ...{ tables: all('tables'), columns: all('columns'), constraints: all('constraints') },
    ...{ indexes: all('indexes'), views: all('views') },
    ...{ triggers: [], sequences: [], types: [], routines: [], policies: [], statistics: [], privileges: [] },
  }
}

const readArtifact = (artifact: Artifact): Made => {
  const { tokens } = artifact
  const after = (...words: readonly string[]): number => tokens.findIndex((token) => isWord(token, ...words)) + 1
  const start = tokens.slice(0, 4).find((token) => isWord(token, 'TABLE', 'VIEW', 'INDEX', 'CONSTRAINT'))
  switch (start?.value.toUpperCase()) {
    case 'TABLE':
      return readTable(artifact, after('TABLE'))
    case 'VIEW':
      return readView(artifact, after('VIEW'))
    case 'INDEX':
      return readIndex(artifact, after('INDEX'))
    case 'CONSTRAINT':
      return readForeignKey(artifact, after('CONSTRAINT'))
    default:
      return {}
  }
}

/** Names without quotes are in upper case. */
const nameOf = (token: SqlToken | undefined): string =>
  token?.type === 'word' ? token.value.toUpperCase() : (token?.value ?? '')

/** `(A, B)`, from the brackets that open there or behind. */
const listAt = (tokens: readonly SqlToken[], from: number): string => {
  const open = tokens.findIndex((token, index) => index >= from && isSymbol(token, '('))
  const names = tokens.slice(open + 1, closingsOf(tokens)[open]).filter((token) => !isSymbol(token, ','))
  return `(${names.map(nameOf).join(', ')})`
}

const readTable = (artifact: Artifact, at: number): Made => {
  const { tokens } = artifact
  const table = nameOf(tokens[at])
  const type = isWord(tokens[0], 'ROW') ? 'row' : 'column'
  const items = splitAt(tokens.slice(at + 2, closingsOf(tokens)[at + 1]))
  const [keys, columns] = [
    items.filter(([first]) => isWord(first, 'PRIMARY')),
    items.filter(([first]) => !isWord(first, 'PRIMARY')),
  ]
  return {
    tables: [{ name: table, type, comment: null }],
    columns: columns.map((item, index) => readColumn(artifact.text, item, { table, position: index + 1 })),
    constraints: keys.map((item) => ({ table, name: null, kind: 'primaryKey', definition: listAt(item, 0) })),
  }
}

/** Divided by commas that no brackets are around. */
const splitAt = (tokens: readonly SqlToken[]): SqlToken[][] => {
  const items: SqlToken[][] = [[]]
  let depth = 0
  for (const token of tokens) {
    if (isSymbol(token, '(')) depth++
    if (isSymbol(token, ')')) depth--
    if (depth === 0 && isSymbol(token, ',')) items.push([])
    else items.at(-1)?.push(token)
  }
  return items
}

const isClause = (token: SqlToken | undefined): boolean =>
  isWord(token, 'NOT', 'NULL', 'DEFAULT', 'GENERATED', 'COMMENT')

/** Name, type, and what else is said of a column, in any order. */
const readColumn = (
  text: string,
  [name, ...rest]: readonly SqlToken[],
  place: Pick<ColumnStructure, 'table' | 'position'>,
): ColumnStructure => {
  const closings = closingsOf(rest)
  const clauses: SqlToken[][] = [[]]
  for (let at = 0; at < rest.length; at++) {
    const isFirst = clauses.at(-1)?.length === 1 && isWord(clauses.at(-1)?.[0], 'NOT', 'DEFAULT')
    if (isClause(rest[at]) && !isFirst) clauses.push([])
    const end = closings[at] ?? at
    clauses.at(-1)?.push(...rest.slice(at, end + 1))
    at = end
  }
  const [type = [], ...said] = clauses
  const clause = (word: string): SqlToken[] | undefined => said.find(([first]) => isWord(first, word))
  const written = (tokens: readonly SqlToken[] = []): string =>
    tokens.length === 0 ? '' : text.slice(tokens[0]?.start, tokens.at(-1)?.end)
  const generated = clause('GENERATED')
  const isIdentity = generated?.some((token) => isWord(token, 'IDENTITY')) === true
  const given = clause('DEFAULT')
  return {
    ...place,
    ...{ name: nameOf(name), type: written(type).toUpperCase(), nullable: !clause('NOT') },
    defaultValue: given ? written(given.slice(1)) : null,
    generated: generated && !isIdentity ? written(generated) : null,
    identity: isIdentity ? (isWord(generated[1], 'ALWAYS') ? 'always' : 'by default') : null,
    ...{ collation: null, comment: null },
  }
}

/** Columns alone: the catalog keeps the text in words of its own. */
const readView = ({ tokens }: Artifact, at: number): Made => {
  const start = tokens.findIndex((token) => isWord(token, 'SELECT')) + 1
  const items: SqlToken[][] = []
  const rest = tokens.slice(start)
  let depth = 0
  const end = rest.findIndex((token) => {
    if (isSymbol(token, '(')) depth++
    if (isSymbol(token, ')')) depth--
    return depth === 0 && isWord(token, 'FROM')
  })
  items.push(...splitAt(rest.slice(0, end)))
  const columns = items.map((item) => nameOf(item.at(-1)))
  return { views: [{ name: nameOf(tokens[at]), definition: `(${columns.join(', ')})` }] }
}

const readIndex = ({ tokens }: Artifact, at: number): Made => {
  const kind = isWord(tokens[0], 'UNIQUE') ? 'unique' : 'index'
  const [name, table] = [nameOf(tokens[at]), nameOf(tokens[at + 2])]
  return { indexes: [{ table, name, definition: `${kind} ${listAt(tokens, at + 3)}` }] }
}

const readForeignKey = ({ tokens }: Artifact, at: number): Made => {
  const [name, table] = [nameOf(tokens[at]), nameOf(tokens[at + 2])]
  const parent = tokens.findIndex((token) => isWord(token, 'REFERENCES')) + 1
  const rules = tokens.flatMap((token, index) =>
    isWord(token, 'ON') && isWord(tokens[index + 1], 'UPDATE', 'DELETE') ? tokens.slice(index, index + 4) : [],
  )
  // `SET NULL` has a word more than `RESTRICT` and `CASCADE`.
  const actions = rules.filter((token, index) => index % 4 < 3 || isWord(rules[index - 1], 'SET'))
  const refersTo = `REFERENCES ${nameOf(tokens[parent])} ${listAt(tokens, parent)}`
  const definition = `${listAt(tokens, at + 3)} ${refersTo} ${actions.map(({ value }) => value.toUpperCase()).join(' ')}`
  return { constraints: [{ table, name, kind: 'foreignKey', definition }] }
}
