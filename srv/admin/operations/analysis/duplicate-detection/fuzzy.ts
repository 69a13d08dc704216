import { refuseMore } from '../../list-page.ts'
import { type FuzzyGroup, type FuzzyRow, groupSimilar } from '../../../core/fuzzy-groups.ts'
import { inTurns } from '../../../core/in-turns.ts'
import type { Statement, Value } from '../../../core/values.ts'
import type { Session } from '../../../database/session.ts'
import { AdminError } from '../../../core/errors.ts'
import type { OperationContext, SessionContext } from '../../operation.ts'
import { SqlWriter } from '../../sql-writer.ts'
import { blockExpressions } from './blocks.ts'
import type { Input, Plan } from './plan.ts'
import { type DuplicateGroup, type Duplicates, percentage, showValues } from './result.ts'

type RowValues = readonly Value[]

/**
 * Compares all rows of a block with each other. Blocks come one after the other, so that memory holds one only.
 *
 * @throws AdminError `LIMIT_TOO_LARGE` with the number of pairs, before any is compared.
 */
export const findSimilar = async (context: SessionContext, plan: Plan, input: Input): Promise<Duplicates> => {
  const named = blockExpressions(context, plan, input)
  const blocks = named.map(({ sql }) => sql)
  const { totalRows, pairs } = await countPairs(context.session, plan, blocks)
  checkPairs(context, pairs, input.maxPairs)
  const options = { threshold: input.threshold ?? 0.95, nullsEqual: plan.nullsEqual }
  const found = new Found(plan, blocks.length)
  let pairsCompared = 0
  for await (const rows of readBlocks(context.session, blockStatement(plan, blocks), blocks.length)) {
    found.add(rows, await inTurns(groupSimilar(found.texts(rows), options), context.signal))
    pairsCompared += (rows.length * (rows.length - 1)) / 2
    context.progress(`comparing pairs: ${pairsCompared} of ${pairs}`)
  }
  return { totalRows, pairsCompared, blockBy: named.map(({ name }) => name), ...found.result }
}

const countPairs = async (
  session: Session,
  plan: Plan,
  blocks: readonly string[],
): Promise<{ totalRows: number; pairs: number }> => {
  const sql = new SqlWriter(plan.dialect)
  const [row] = await session.query(
    sql.statement(`SELECT sum("n") AS "total", sum("n" * ("n" - 1) / 2) AS "pairs"
      FROM (SELECT count(*) AS "n" FROM ${sql.rows(plan, '"r"')} GROUP BY ${blocks.join(', ')}) AS "blocks"`),
  )
  return { totalRows: Number(row?.['total'] ?? 0), pairs: Number(row?.['pairs'] ?? 0) }
}

const checkPairs = ({ config }: OperationContext, pairs: number, wanted: number | undefined): void => {
  const { fuzzyPairs, fuzzyPairsMax } = config.limits
  refuseMore('maxPairs', wanted, fuzzyPairsMax)
  const allowed = wanted ?? fuzzyPairs
  if (pairs > allowed)
    throw new AdminError(
      'LIMIT_TOO_LARGE',
      `${pairs} pairs of rows would be compared, of at most ${allowed}: make blocks smaller by 'blockBy', or filter by 'where'`,
    )
}

/** Rows that share their block with others: the block, the columns as compared and as stored, the key. */
const blockStatement = (plan: Plan, blocks: readonly string[]): Statement => {
  const { dialect, columns, keys } = plan
  const sql = new SqlWriter(dialect)
  const named = [
    ...blocks.map((block, index) => [`"b${index}"`, block, `"b${index}"`] as const),
    ...columns.map(({ metadata, compared }, index) => {
      const name = `"v${index}"`
      return [name, compared, dialect.selectExpression(metadata, name)] as const
    }),
    ...[...columns, ...keys].map(({ metadata, stored }, index) => {
      const name = `"s${index}"`
      return [name, stored, dialect.selectExpression(metadata, name)] as const
    }),
  ]
  const keyNames = keys.map((_, index) => `"s${columns.length + index}"`)
  const order = blocks.flatMap((_, index) => nullsLast(`"b${index}"`)).concat(keyNames)
  return sql.statement(`SELECT ${named.map(([, , shown]) => shown).join(', ')}
    FROM (SELECT ${named.map(([name, value]) => `${value} AS ${name}`).join(', ')},
                 count(*) OVER (PARTITION BY ${blocks.join(', ')}) AS "n" FROM ${sql.rows(plan, '"r"')}) AS "blocks"
   WHERE "n" > 1 ORDER BY ${order.join(', ')}`)
}

const nullsLast = (name: string): string[] => [`CASE WHEN ${name} IS NULL THEN 1 ELSE 0 END`, name]

async function* readBlocks(session: Session, statement: Statement, width: number): AsyncGenerator<RowValues[]> {
  let block: RowValues[] = []
  for await (const batch of session.stream(statement))
    for (const row of batch) {
      const [first] = block
      if (first && first.slice(0, width).some((value, index) => value !== row[index])) {
        yield block
        block = []
      }
      block.push(row)
    }
  if (block.length > 0) yield block
}

/** The groups found so far: all are counted, the largest are kept. */
class Found {
  readonly #plan: Plan
  readonly #firstValue: number
  #groups = 0
  #duplicates = 0
  #listed: DuplicateGroup[] = []

  constructor(plan: Plan, firstValue: number) {
    this.#plan = plan
    this.#firstValue = firstValue
  }

  get result(): Pick<Duplicates, 'groups' | 'duplicates' | 'listed'> {
    this.#keepLargest()
    return { groups: this.#groups, duplicates: this.#duplicates, listed: this.#listed }
  }

  /** The columns as they are compared. */
  texts(rows: readonly RowValues[]): FuzzyRow[] {
    const first = this.#firstValue
    return rows.map((row) =>
      this.#plan.columns.map(({ text }, index) => {
        const value = row[first + index] ?? null
        return value === null ? null : text(value)
      }),
    )
  }

  add(rows: readonly RowValues[], groups: readonly FuzzyGroup[]): void {
    for (const { members, similarity } of groups) {
      this.#groups++
      this.#duplicates += members.length - 1
      this.#listed.push(this.#describe(rows, members, similarity))
    }
    if (this.#listed.length > 2 * this.#plan.limit + 1_000) this.#keepLargest()
  }

  #keepLargest(): void {
    this.#listed = this.#listed.toSorted((a, b) => b.count - a.count).slice(0, this.#plan.limit)
  }

  #describe(rows: readonly RowValues[], members: readonly number[], similarity: number): DuplicateGroup {
    const { columns, keys, records } = this.#plan
    const [compared, stored] = [this.#firstValue, this.#firstValue + columns.length]
    return {
      matchKey: showValues(columns, rows[members[0] ?? 0] ?? [], compared),
      matchPercentage: percentage(similarity),
      count: members.length,
      records: members.slice(0, records).map((member) => {
        const row = rows[member] ?? []
        return {
          key: showValues(keys, row, stored + columns.length),
          data: showValues(columns, row, stored),
        }
      }),
    }
  }
}
