/** Years before the first or beyond four digits, as SQLite keeps them: as text. */
export const DISTANT_DATE =
  /^(?:-\d{4,6}|[+]?\d{5,6})-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?$/
