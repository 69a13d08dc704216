/** Characters and bytes of a value that a page of rows fetches: one more than a cell shows, in whole groups of base64. */
export const VALUE_LIMIT = 501

/** Whether a value of a page may be only the beginning of what is stored. */
export const mayBeCut = (value: unknown): value is string => typeof value === 'string' && value.length >= VALUE_LIMIT
