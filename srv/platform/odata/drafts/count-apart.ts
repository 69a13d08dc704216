import type { Select, Xpr } from '../../cap/csn.ts'
import { type Rows, selectQuery, toRows, type Transaction } from '../../cap/request.ts'

/** Whether a condition refers to the row of the outermost query from within another one. */
export const mentionsMain = (tokens: Xpr = []): boolean =>
  tokens.some(
    (token) =>
      typeof token === 'object' &&
      (mentionsMain([...(token.args ?? []), ...(token.xpr ?? []), ...(token.list ?? [])]) ||
        mentionsMain(token.SELECT?.where) ||
        token.ref?.some((step, index) =>
          typeof step === 'string' ? index === 0 && step === '$main' : mentionsMain(step.where),
        )),
  )

/** CAP counts by a query around the one that it counts, which is then no longer the outermost: it is counted by itself. */
export async function countApart(select: Select, next: () => Promise<unknown>, tx: Transaction): Promise<unknown> {
  const { from, where } = structuredClone({ from: select.from, where: select.where ?? [] })
  const counting: Select = { from, where, columns: [{ func: 'count', as: '$count' }] }
  select.count = false
  const rows = (await next()) as Rows
  select.count = true
  const [row] = toRows(await tx.run(selectQuery(counting)))
  rows.$count = Number(row?.['$count'] ?? 0)
  return rows
}
