import cds from '@sap/cds'
import type { Token } from '../../cap/csn.ts'

const DEFAULT_TIMEOUT = '15min'

const timeoutMs = (): number => {
  const { fiori } = cds.env as unknown as { fiori?: { draft_lock_timeout?: true | string | number } }
  const { ms4 } = cds.utils as unknown as { ms4: (duration: string) => number }
  const configured = fiori?.draft_lock_timeout
  if (typeof configured === 'number') return configured
  return ms4(typeof configured === 'string' ? configured : DEFAULT_TIMEOUT)
}

/** Locks of drafts that were last changed before this instant have ended. */
// eslint-disable-next-line no-restricted-properties -- CAP compares dates in the database with this clock as well
const lockedSince = (): string => new Date(Math.max(0, Date.now() - timeoutMs())).toISOString()

/** The user who holds a draft, as an expression over its administrative data; empty after the lock has ended. */
export const lockOwner = (): Token[] => [
  'case',
  'when',
  { ref: ['DraftAdministrativeData', 'LastChangeDateTime'] },
  '<',
  { val: lockedSince() },
  'then',
  { val: '' },
  'else',
  { ref: ['DraftAdministrativeData', 'InProcessByUser'] },
  'end',
]
