/** A value of PostgreSQL's stored trees: a node, a list, a word, or null for none. */
export type TreeValue = TreeNode | readonly TreeValue[] | string | null

/** A node with its fields; of a field with several values, such as the bytes of a constant, only the first is kept. */
export interface TreeNode {
  readonly type: string
  readonly fields: Readonly<Record<string, TreeValue>>
}

/** Brackets, or words, in which a backslash stands before what is no bracket, space or backslash of the format's own. */
const TOKEN = /[ \t\n]*(?:([(){}])|((?:\\[^]|[^ \t\n(){}\\])+))/y

type Open =
  | { readonly kind: 'list'; readonly items: TreeValue[] }
  | {
      readonly kind: 'node'
      type: string | undefined
      readonly fields: Record<string, TreeValue>
      field: string | null
      isFilled: boolean
    }

/**
 * Reads the text in which PostgreSQL keeps the queries of views. It names its nodes and fields, so that it can be read
 * without knowing all of them, or the version.
 *
 * @returns null for a text that is no such tree.
 * @see https://www.postgresql.org/docs/current/catalog-pg-rewrite.html
 */
export const readNodeTree = (text: string): TreeValue => {
  const stack: Open[] = [{ kind: 'list', items: [] }]
  TOKEN.lastIndex = 0
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    const [, bracket, word] = match
    if (bracket === '(') stack.push({ kind: 'list', items: [] })
    else if (bracket === '{') stack.push({ kind: 'node', type: undefined, fields: {}, field: null, isFilled: false })
    else if (bracket !== undefined) {
      const closed = stack.pop()
      const outer = stack.at(-1)
      if (!closed || !outer || (closed.kind === 'list') !== (bracket === ')')) return null
      put(outer, closed.kind === 'list' ? closed.items : { type: closed.type ?? '', fields: closed.fields })
    } else if (word !== undefined) putWord(stack.at(-1), word)
  }
  const [root] = stack
  return stack.length === 1 && root?.kind === 'list' ? (root.items[0] ?? null) : null
}

const put = (into: Open, value: TreeValue): void => {
  if (into.kind === 'list') into.items.push(value)
  else if (into.field !== null && !into.isFilled) {
    into.fields[into.field] = value
    into.isFilled = true
  }
}

/** A word with a colon begins a field only where the one before has a value: names may begin with a colon, too. */
const putWord = (into: Open | undefined, word: string): void => {
  if (!into) return
  if (into.kind === 'node' && into.type === undefined) into.type = word
  else if (into.kind === 'node' && word.startsWith(':') && (into.field === null || into.isFilled)) {
    into.field = word.slice(1)
    into.isFilled = false
  } else put(into, word === '<>' ? null : word.replace(/\\([^])/g, '$1'))
}
