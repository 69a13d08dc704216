/**
 * A LIKE pattern as a regular expression of PostgreSQL that takes letters of either case. ILIKE folds what the collation
 * of the database folds, which in some is ASCII only.
 *
 * @see https://www.postgresql.org/docs/current/functions-matching.html#FUNCTIONS-POSIX-REGEXP
 */
export const nameRegex = (pattern: string): string =>
  `^(?:${pattern.replace(/\\(.)|[^]/gu, (char, escaped: string | undefined) => {
    if (escaped === undefined && char === '%') return '.*'
    if (escaped === undefined && char === '_') return '.'
    const letter = escaped ?? char
    const cases = [...new Set([letter, letter.toLowerCase(), letter.toUpperCase()])].filter(
      (each) => [...each].length === 1,
    )
    return cases.length > 1 ? `[${cases.join('')}]` : letter.replace(/[\\^$.|?*+(){}[\]]/, '\\$&')
  })})$`
