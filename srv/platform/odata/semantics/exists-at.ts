import type { Step } from '../../cap/csn.ts'
import { selectQuery, toRows, type Transaction } from '../../cap/request.ts'

/** Whether there is a record at a path of a service that the user may read. */
export const existsAt = async (path: readonly Step[], tx: Transaction): Promise<boolean> => {
  const from = { ref: structuredClone([...path]) }
  return toRows(await tx.run(selectQuery({ from, columns: [{ val: 1, as: 'found' }], one: true }))).length > 0
}
