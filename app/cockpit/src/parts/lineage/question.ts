import type { JobBody, JobResult } from '../../api/jobs.ts'
import type { Options } from '../use-options.ts'

export type Question = JobBody<'/dataLineage'>
export type LineageFound = JobResult<'/dataLineage'>

/** @returns undefined until a table is picked. */
export const questionOf = (options: Options): Question | undefined => {
  const { schema, table, direction, depth, columns, references } = options
  if (!table) return undefined
  return {
    ...(schema && { schema }),
    table,
    direction: direction === 'upstream' || direction === 'downstream' ? direction : 'bidirectional',
    depth: Number(depth ?? 5),
    columnLevel: columns === 'yes',
    includeForeignKeys: references === 'yes',
  }
}
