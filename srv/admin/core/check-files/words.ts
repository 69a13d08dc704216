/** A file of checks, as it is. */
export interface CheckFile {
  /** Without its directory. */
  readonly name: string
  readonly text: string
}

/** A value of it, and where it stands. */
export interface Placed {
  readonly value: unknown
  /** `books.yaml:7:5`. */
  readonly at: string
}

/** The words of files of checks, which are those of Soda's contracts where it has them. */
export const FILE_WORDS = ['table', 'schema', 'owner', 'every', 'checks'] as const

export const METRICS = ['row_count', 'missing', 'invalid', 'duplicate', 'freshness', 'reference', 'same_rows'] as const
export type Metric = (typeof METRICS)[number]

export const CHECK_WORDS = [...METRICS, 'name', 'severity', 'owner', 'every', 'where'] as const

/** Bounds of a number of rows. */
export const BOUNDS = [
  ...(['must_be', 'must_be_between', 'must_be_greater_than', 'must_be_greater_than_or_equal'] as const),
  ...(['must_be_less_than', 'must_be_less_than_or_equal'] as const),
] as const

/** How many rows may fail. */
export const TOLERANCE = ['must_be', 'must_be_less_than', 'must_be_less_than_or_equal', 'unit'] as const

/** What a valid value is, of which a check tells one. */
export const VALID = [
  ...(['valid_values', 'valid_format', 'valid_regex', 'valid_min', 'valid_max'] as const),
  ...(['valid_min_length', 'valid_max_length'] as const),
] as const

/** The words of each metric. */
export const COMMON: Readonly<Record<Metric, readonly string[]>> = {
  row_count: BOUNDS,
  missing: ['column', ...TOLERANCE],
  invalid: ['column', ...VALID, ...TOLERANCE],
  duplicate: ['column', 'columns', ...TOLERANCE],
  freshness: ['column', 'must_be_less_than'],
  same_rows: ['table', 'schema', 'key_columns', 'columns'],
  reference: ['column', 'columns', 'table', 'schema', 'referenced_columns', ...TOLERANCE],
}
