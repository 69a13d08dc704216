import type { CheckFile } from '../core/check-files/words.ts'
import { MODEL, type Scheduled, type ScheduledCheck } from '../core/check-history.ts'
import { AdminError } from '../core/errors.ts'

/**
 * Finds the checks that have a period.
 *
 * @param modelSeconds how often what the model says is checked; null for never.
 */
export const scheduledChecks = async (files: readonly CheckFile[], modelSeconds: number | null): Promise<Scheduled> => {
  const checks: ScheduledCheck[] = []
  const refused: string[] = []
  if (modelSeconds !== null)
    checks.push({ id: MODEL, periodSeconds: modelSeconds, schema: null, table: null, owner: null, at: null })
  if (files.length === 0) return { checks, refused }
  // What reads them is not loaded before there is any.
  const { readCheckFile } = await import('../core/check-files/read-check-file.ts')
  for (const { name, text } of files)
    try {
      for (const { id, periodSeconds, schema = null, table, owner, at } of readCheckFile(name, text))
        if (periodSeconds !== null) checks.push({ id, periodSeconds, schema, table, owner, at })
    } catch (error) {
      if (!(error instanceof AdminError)) throw error
      // The checks of other files are run all the same.
      refused.push(error.details)
    }
  return { checks, refused }
}

/** What is made by one run: checks of one table, or what the model says. */
export const groupsOf = (checks: readonly ScheduledCheck[]): ScheduledCheck[][] => [
  ...Map.groupBy(checks, ({ id, schema, table }) => (id === MODEL ? MODEL : JSON.stringify([schema, table]))).values(),
]
