/** The operator that is true where another one is false, but for null. */
export const NEGATIONS: ReadonlyMap<string, string> = new Map([
  ['eq', 'ne'],
  ['ne', 'eq'],
  ['gt', 'le'],
  ['ge', 'lt'],
  ['lt', 'ge'],
  ['le', 'gt'],
])

/** The literal that another one is the negation of. */
export const OPPOSITES: ReadonlyMap<string, string> = new Map([
  ['true', 'false'],
  ['false', 'true'],
])
