import type { Row } from '../../database/session.ts'
import { alert } from '../monitoring.ts'
import type { Alert, AlertCheck } from '../monitoring.ts'
import { number, text } from '../rows.ts'

/** Pages that are looked through for damage: 256 MiB in pages of 4 KiB. */
const CHECKED_PAGES = 65_536
const MEBIBYTE = 1_048_576

const one =
  (find: (row: Row) => Alert | null) =>
  ([row]: readonly Row[]): Alert[] => {
    const found = row && find(row)
    return found ? [found] : []
  }

const query = (sql: string): { sql: string; parameters: [] } => ({ sql, parameters: [] })

/** What is asked of the file, not of the copy that readers of a database in memory get. */
const ofFile = {
  statement: query(`SELECT 1 WHERE database_name() <> ':memory:'`),
  otherwise: { status: 'skipped', reason: 'The database is in memory' },
} as const

const smallEnough = {
  statement: query(`SELECT 1 FROM temp.pragma_page_count WHERE page_count <= ${String(CHECKED_PAGES)}`),
  otherwise: { status: 'skipped', reason: `The database has more than ${String(CHECKED_PAGES)} pages` },
} as const

/** SQLite keeps no alerts: https://www.sqlite.org/pragma.html */
export const alerts: readonly AlertCheck[] = [
  {
    id: 'quick-check',
    source: 'derived',
    precondition: smallEnough,
    statement: query('SELECT quick_check AS problem FROM temp.pragma_quick_check LIMIT 20'),
    read: (rows) =>
      rows
        .filter((row) => row['problem'] !== 'ok')
        .map((row) =>
          alert({
            code: 'DAMAGED_DATABASE',
            severity: 'critical',
            name: 'Damaged database',
            description: 'The structure of the database is damaged.',
            details: text(row, 'problem'),
            userAction: 'Restore the database from a backup.',
          }),
        ),
  },
  {
    id: 'foreign-key-check',
    source: 'derived',
    precondition: smallEnough,
    statement: query(
      'SELECT "table", parent, count(*) AS violations FROM temp.pragma_foreign_key_check GROUP BY "table", parent ORDER BY "table", parent',
    ),
    read: (rows) =>
      rows.map((row) =>
        alert({
          code: 'FOREIGN_KEY_VIOLATION',
          severity: 'high',
          name: 'Foreign key violation',
          description: `${text(row, 'violations')} rows refer to rows of '${text(row, 'parent')}' that do not exist.`,
          object: text(row, 'table'),
          userAction: 'Find the rows with referentialCheck and correct them.',
        }),
      ),
  },
  {
    id: 'foreign-keys',
    source: 'derived',
    precondition: {
      statement: query('SELECT 1 WHERE FALSE'),
      otherwise: { status: 'skipped', reason: 'Each connection decides for itself whether foreign keys are enforced' },
    },
    statement: query('SELECT foreign_keys FROM temp.pragma_foreign_keys'),
    read: () => [],
  },
  {
    id: 'journal-mode',
    source: 'derived',
    precondition: ofFile,
    statement: query('SELECT journal_mode AS mode FROM temp.pragma_journal_mode'),
    read: one((row) =>
      row['mode'] === 'wal'
        ? null
        : alert({
            code: 'NO_WRITE_AHEAD_LOG',
            severity: 'medium',
            name: 'No write-ahead log',
            description: 'Reading and writing block each other.',
            details: `journal_mode is ${text(row, 'mode')}`,
            userAction: 'Set PRAGMA journal_mode = WAL.',
          }),
    ),
  },
  {
    id: 'wal-size',
    source: 'derived',
    precondition: ofFile,
    statement: query('SELECT wal_size() AS bytes'),
    read: one((row) =>
      number(row, 'bytes') <= 64 * MEBIBYTE
        ? null
        : alert({
            code: 'LARGE_WRITE_AHEAD_LOG',
            severity: 'medium',
            name: 'Large write-ahead log',
            description: 'The write-ahead log is larger than 64 MiB, which slows reading down.',
            details: `${text(row, 'bytes')} bytes`,
            userAction: 'Look for readers that never end, then checkpoint.',
          }),
    ),
  },
  {
    id: 'free-pages',
    source: 'derived',
    statement: query(
      'SELECT freelist_count AS free, page_count AS pages FROM temp.pragma_freelist_count, temp.pragma_page_count WHERE page_count > 256',
    ),
    read: one((row) =>
      number(row, 'free') <= 0.25 * number(row, 'pages')
        ? null
        : alert({
            code: 'FREE_PAGES',
            severity: 'low',
            name: 'Free pages',
            description: 'More than a quarter of the database is unused.',
            details: `${text(row, 'free')} of ${text(row, 'pages')} pages`,
            userAction: 'Run VACUUM at a quiet time.',
          }),
    ),
  },
  {
    id: 'max-size',
    source: 'derived',
    statement: query(
      'SELECT page_count AS pages, max_page_count AS most FROM temp.pragma_page_count, temp.pragma_max_page_count',
    ),
    read: one((row) =>
      number(row, 'pages') <= 0.9 * number(row, 'most')
        ? null
        : alert({
            code: 'DATABASE_NEARLY_FULL',
            severity: 'critical',
            name: 'Database nearly full',
            description: 'More than nine tenths of the largest size are used.',
            details: `${text(row, 'pages')} of ${text(row, 'most')} pages`,
            userAction: 'Raise PRAGMA max_page_count or remove data.',
          }),
    ),
  },
]
