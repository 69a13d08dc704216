/** The operator that is true where another one is false, but for null. */
export const NEGATIONS: ReadonlyMap<string, string> = new Map([
  ['eq', 'ne'],
  ['ne', 'eq'],
  ['gt', 'le'],
  ['ge', 'lt'],
  ['lt', 'ge'],
  ['le', 'gt'],
])
