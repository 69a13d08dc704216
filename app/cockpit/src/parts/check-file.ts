/** JSON is YAML, too. */
export const quoted = (text: string): string => JSON.stringify(text)

/**
 * A file of checks, which an application keeps in `checks/`.
 *
 * @param checks each a map of YAML, or a comment.
 */
export const checkFile = (table: string, checks: readonly string[]): string => {
  const lines = checks.map((check) => (check.startsWith('#') ? `  ${check}` : `  - ${check}`))
  return `table: ${quoted(table)}\nchecks:\n${lines.join('\n')}\n`
}
