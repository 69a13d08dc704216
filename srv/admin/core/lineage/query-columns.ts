/** Where the columns of a query come from, by the tree that PostgreSQL keeps of it. */
import type { TreeNode, TreeValue } from './node-tree.ts'

/** A column of a table or view, by the numbers that the catalog gives them; column 0 is the whole row. */
export interface OriginColumn {
  readonly relation: number
  readonly column: number
  /** It only decides which rows of a query within the expression count. */
  readonly isCondition?: true
}

/** What has been found, by relation and column: what is a value somewhere is no mere condition. */
class Origins {
  readonly found: Map<string, OriginColumn>
  readonly #areConditions: boolean

  constructor(found = new Map<string, OriginColumn>(), areConditions = false) {
    this.found = found
    this.#areConditions = areConditions
  }

  /** The same, for what is in a condition. */
  get ofConditions(): Origins {
    return new Origins(this.found, true)
  }

  add({ relation, column, isCondition }: OriginColumn): void {
    const key = `${relation}.${column}`
    const known = this.found.get(key)
    if (known && !known.isCondition) return
    this.found.set(key, { relation, column, ...((isCondition || this.#areConditions) && { isCondition: true }) })
  }
}

/** A query with those around it, the nearest first: inner ones may name columns of outer ones. */
type Scope = readonly [TreeNode, ...TreeNode[]]

/** https://github.com/postgres/postgres/blob/master/src/include/nodes/parsenodes.h, RTEKind */
const KIND = { relation: 0, subquery: 1, join: 2, values: 5, common: 6, group: 9 } as const

const isNode = (value: TreeValue | undefined): value is TreeNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: TreeValue | undefined): readonly TreeValue[] =>
  Array.isArray(value) ? (value as readonly TreeValue[]) : []
const nodesOf = (value: TreeValue | undefined): TreeNode[] => listOf(value).filter(isNode)
/** Whether an entry of a query's list is one of its columns, and not only grouped or ordered by. */
const isShown = ({ fields }: TreeNode): boolean => fields['resjunk'] !== 'true'
const numberOf = ({ fields }: TreeNode, name: string): number => Number(fields[name] ?? 0)

/**
 * The columns of tables and views that each column of a query is made of, however it is computed: what a subquery in an
 * expression reads is among them, marked where only its conditions do; what conditions, groups and orders of the query
 * itself read is not.
 *
 * @param tree as `readNodeTree` reads it; null when it holds no query.
 * @returns by the number of the query's column, from 1.
 */
export const queryColumns = (tree: TreeValue): ReadonlyMap<number, readonly OriginColumn[]> | null => {
  const [query] = nodesOf(tree).filter(({ type }) => type === 'QUERY')
  if (!query) return null
  const reader = new ColumnReader()
  return new Map(
    nodesOf(query.fields['targetList'])
      .filter(isShown)
      .map((entry) => {
        const number = numberOf(entry, 'resno')
        return [number, [...reader.columnOf([query], number).values()]]
      }),
  )
}

class ColumnReader {
  /** What has been read of queries, or is being read: a recursive query is made of itself, which adds nothing. */
  readonly #known = new Map<TreeNode, Map<number, Origins>>()

  columnOf(scope: Scope, number: number): Origins['found'] {
    const [query] = scope
    const columns = this.#known.get(query) ?? new Map<number, Origins>()
    this.#known.set(query, columns)
    const known = columns.get(number)
    if (known) return known.found
    const found = new Origins()
    columns.set(number, found)
    const { setOperations, targetList } = query.fields
    if (isNode(setOperations)) {
      for (const entry of leavesOf(setOperations)) this.#addColumn(scope, entry, number, found)
    } else
      for (const entry of nodesOf(targetList))
        if (numberOf(entry, 'resno') === number) this.#addExpression(scope, entry.fields['expr'], found)
    return found.found
  }

  #addExpression(scope: Scope, expression: TreeValue | undefined, into: Origins): void {
    const open: (TreeValue | undefined)[] = [expression]
    for (let value = open.pop(); open.length > 0 || value !== undefined; value = open.pop()) {
      if (Array.isArray(value)) open.push(...(value as readonly TreeValue[]))
      else if (isNode(value)) {
        if (value.type === 'VAR') this.#addVariable(scope, value, into)
        else if (value.type === 'QUERY') this.#addQuery([value, ...scope], into)
        else {
          if (value.type === 'WINDOWFUNC') open.push(...windowOf(scope[0], numberOf(value, 'winref')))
          open.push(...Object.values(value.fields))
        }
      }
    }
  }

  /** A subquery in an expression: its columns, and what decides of which rows: conditions, groups and orders that it does not show. */
  #addQuery(scope: Scope, into: Origins): void {
    const { rtable, setOperations, ...parts } = scope[0].fields
    if (isNode(setOperations))
      for (const entry of leavesOf(setOperations)) {
        const inner = nodesOf(rtable)[entry - 1]?.fields['subquery']
        if (isNode(inner)) this.#addQuery([inner, ...scope], into)
      }
    // What common tables read counts where they are named.
    else {
      const { targetList, jointree, havingQual, limitOffset, limitCount, ...others } = parts
      const entries = nodesOf(targetList)
      this.#addExpression(scope, [entries.filter(isShown), ...Object.values({ ...others, cteList: null })], into)
      const hidden = entries.filter((entry) => !isShown(entry))
      const conditions = [hidden, jointree, havingQual, limitOffset, limitCount].map((each) => each ?? null)
      this.#addExpression(scope, conditions, into.ofConditions)
    }
  }

  #addVariable(scope: Scope, variable: TreeNode, into: Origins): void {
    const [query, ...around] = scope.slice(numberOf(variable, 'varlevelsup'))
    if (query) this.#addColumn([query, ...around], numberOf(variable, 'varno'), numberOf(variable, 'varattno'), into)
  }

  /** @param entry what the query selects from, by its number in the query. */
  #addColumn(scope: Scope, entry: number, column: number, into: Origins): void {
    const source = nodesOf(scope[0].fields['rtable'])[entry - 1]
    if (!source || column < 0) return
    const { fields } = source
    switch (numberOf(source, 'rtekind')) {
      case KIND.relation: {
        into.add({ relation: numberOf(source, 'relid'), column })
        return
      }
      case KIND.subquery:
        if (isNode(fields['subquery'])) this.#addColumns([fields['subquery'], ...scope], column, into)
        return
      case KIND.join:
        this.#addExpression(scope, pick(fields['joinaliasvars'], column), into)
        return
      case KIND.group:
        this.#addExpression(scope, pick(fields['groupexprs'], column), into)
        return
      case KIND.values:
        for (const row of listOf(fields['values_lists'])) this.#addExpression(scope, pick(row, column), into)
        return
      case KIND.common: {
        const [owner, ...around] = scope.slice(numberOf(source, 'ctelevelsup'))
        const common = nodesOf(owner?.fields['cteList']).find((each) => each.fields['ctename'] === fields['ctename'])
        const query = common?.fields['ctequery']
        if (owner && isNode(query)) this.#addColumns([query, owner, ...around], column, into)
        return
      }
      // A function, or a table made of a document: of all that it is given.
      default:
        this.#addExpression(scope, [fields['functions'] ?? null, fields['tablefunc'] ?? null], into)
    }
  }

  #addColumns(scope: Scope, column: number, into: Origins): void {
    const numbers =
      column > 0 ? [column] : nodesOf(scope[0].fields['targetList']).map((entry) => numberOf(entry, 'resno'))
    for (const number of numbers) for (const origin of this.columnOf(scope, number).values()) into.add(origin)
  }
}

/** What a window is made of: partitions and orders name columns of the query, which need not be shown. */
const windowOf = ({ fields }: TreeNode, number: number): TreeValue[] => {
  const window = nodesOf(fields['windowClause']).find((each) => numberOf(each, 'winref') === number)
  if (!window) return []
  const { partitionClause, orderClause, startOffset = null, endOffset = null } = window.fields
  const named = [...nodesOf(partitionClause), ...nodesOf(orderClause)].map((each) => numberOf(each, 'tleSortGroupRef'))
  const entries = nodesOf(fields['targetList']).filter((entry) => named.includes(numberOf(entry, 'ressortgroupref')))
  return [...entries.map((entry) => entry.fields['expr'] ?? null), startOffset, endOffset]
}

/** The item of a list that a column stands for; all of them for the whole row. */
const pick = (list: TreeValue | undefined, column: number): TreeValue =>
  column === 0 ? (list ?? null) : (listOf(list)[column - 1] ?? null)

/** Numbers of what a UNION and its kin are made of. */
const leavesOf = (operation: TreeNode): number[] => {
  const open: TreeValue[] = [operation]
  const leaves: number[] = []
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (!isNode(value)) continue
    if (value.type === 'RANGETBLREF') leaves.push(numberOf(value, 'rtindex'))
    else open.push(value.fields['larg'] ?? null, value.fields['rarg'] ?? null)
  }
  return leaves
}
