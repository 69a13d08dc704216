/** One thing in which a database is not what the model says. */
export interface Difference {
  readonly change: 'missing' | 'additional' | 'changed'
  readonly kind: 'table' | 'column' | 'primaryKey' | 'unique' | 'foreignKey' | 'check' | 'exclusion' | 'view' | 'index'
  /** What of a column or table has changed. */
  readonly attribute: string | null
  readonly expected: string | null
  readonly actual: string | null
}

/** What becomes of a difference, the worst first. */
export const SEVERITIES = ['dataAtRisk', 'wrongAnswers', 'harmless'] as const
export type Severity = (typeof SEVERITIES)[number]

/**
 * @param mustBeGiven whether rows of the application, which does not know the column, are refused without it.
 * @returns `dataAtRisk` where rows can come in that the model forbids, or values change; `wrongAnswers` where requests fail, or
 *   are answered otherwise than the model says; `harmless` for the rest.
 */
export const severityOf = (drift: Difference, mustBeGiven: boolean): Severity => {
  const { change, kind } = drift
  switch (kind) {
    case 'table':
    case 'view':
      return change === 'additional' ? 'harmless' : 'wrongAnswers'
    case 'index':
      if (!isUnique(drift.expected) && !isUnique(drift.actual)) return 'harmless'
      return isUnique(drift.expected) ? 'dataAtRisk' : 'wrongAnswers'
    case 'column':
      if (change === 'additional') return mustBeGiven ? 'wrongAnswers' : 'harmless'
      return change === 'missing' ? 'wrongAnswers' : ofColumn(drift)
    default:
      // What the model wants and the database does not check; what the database refuses and the model does not.
      return change === 'additional' ? 'wrongAnswers' : 'dataAtRisk'
  }
}

const isUnique = (definition: string | null): boolean => definition?.startsWith('unique ') ?? false

const ofColumn = ({ attribute, expected, actual }: Difference): Severity => {
  if (attribute === 'nullable') return actual === 'true' ? 'dataAtRisk' : 'wrongAnswers'
  if (attribute !== 'type') return 'wrongAnswers'
  const [wanted, found] = [LENGTH.exec(expected ?? '')?.groups, LENGTH.exec(actual ?? '')?.groups]
  if (!wanted || !found || wanted['type']?.toLowerCase() !== found['type']?.toLowerCase()) return 'dataAtRisk'
  // Longer texts than the model allows fit; those that it allows are refused where the column is shorter.
  return Number(found['length']) >= Number(wanted['length']) ? 'harmless' : 'wrongAnswers'
}

/** Of texts and bytes; of numbers, more digits are another type. */
const LENGTH = /^(?<type>[a-z ]*(?:char|binary|character varying))\((?<length>\d+)\)$/i
