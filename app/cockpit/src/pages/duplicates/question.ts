import type { JobBody } from '../../api/jobs.ts'
import type { Options } from '../../parts/use-options.ts'

export const MODES = ['exact', 'fuzzy', 'partial'] as const
export const THRESHOLDS = ['0.95', '0.9', '0.85', '0.8', '0.7', '0.6'] as const

/** Records of a group that are shown. */
const RECORDS = 10

/** @returns undefined until a table is picked, and its schema is known. */
export const questionOf = (options: Options): JobBody<'/duplicateDetection'> | undefined => {
  const { schema, table, columns, threshold, block } = options
  if (!table || !schema) return undefined
  const mode = MODES.find((each) => each === options['mode']) ?? 'exact'
  return {
    schema,
    table,
    mode,
    ...(columns && { columns: columns.split(',') }),
    ...(mode === 'fuzzy' && { threshold: Number(threshold ?? THRESHOLDS[0]) }),
    ...(mode === 'fuzzy' && block && { blockBy: block }),
    ignoreCase: options['case'] === 'no',
    trim: options['trim'] === 'yes',
    records: RECORDS,
  }
}
