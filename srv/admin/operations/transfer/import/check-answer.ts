import type { JsonObjectRow } from '../../../core/json/json-fields.ts'
import { AdminError } from '../../../core/errors.ts'

/**
 * Looks whether an answer of `/export` that somebody kept as a file says of itself that it is not all that the table has: then an
 * import, and above all one that empties the table first, would lose the rest.
 *
 * @param rowCount rows that the file has.
 * @throws AdminError `INVALID_FILE_CONTENT`.
 */
export const checkAnswer = (answer: JsonObjectRow, rowCount: number): void => {
  const { complete, truncated, rowCount: counted, columns } = answer
  const masked = namesOf(columns, 'masked')
  const ambiguous = Array.isArray(answer['ambiguousColumns']) ? answer['ambiguousColumns'].map(String) : []
  if (complete === false) throw refused("it says 'complete: false', as the export broke off")
  if (truncated === true) throw refused("it says 'truncated: true', as the table had more rows")
  if (typeof counted === 'number' && counted !== rowCount)
    throw refused(`it says 'rowCount: ${counted}', and has ${rowCount} rows`)
  if (masked.length > 0) throw refused(`values of ${masked.join(', ')} are masked`)
  if (ambiguous.length > 0)
    throw refused(
      `it says 'ambiguousColumns: ${ambiguous.join(', ')}'; an export with values 'exact' tells their values apart`,
    )
}

const namesOf = (columns: unknown, mark: string): string[] =>
  Array.isArray(columns)
    ? columns.flatMap((column: Readonly<Record<string, unknown>> | null) =>
        column?.[mark] === true ? [String(column['name'])] : [],
      )
    : []

const refused = (why: string): AdminError =>
  new AdminError(
    'INVALID_FILE_CONTENT',
    `The file is an export without all that the table had: ${why}. To import it as it is, send 'allowIncomplete'`,
  )
