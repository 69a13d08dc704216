/** SQLite keeps no alerts: https://www.sqlite.org/pragma.html */
import { plain } from '../../core/values.ts'
import { type AlertCheck, derived } from '../monitoring.ts'

/** Pages that are looked through for damage: 256 MiB in pages of 4 KiB. */
const CHECKED_PAGES = 65_536
const LARGE_LOG = 64 * 1_048_576

/** What is asked of the file, not of the copy that readers of a database in memory get. */
const ofFile = {
  statement: plain(`SELECT 1 WHERE database_name() <> ':memory:'`),
  otherwise: { status: 'skipped', reason: 'The database is in memory' },
} as const

const smallEnough = {
  statement: plain(`SELECT 1 FROM temp.pragma_page_count WHERE page_count <= ${CHECKED_PAGES}`),
  otherwise: { status: 'skipped', reason: `The database has more than ${CHECKED_PAGES} pages` },
} as const

export const alerts: readonly AlertCheck[] = [
  derived({
    id: 'quick-check',
    precondition: smallEnough,
    code: 'DAMAGED_DATABASE',
    severity: 'critical',
    name: 'Damaged database',
    description: 'The structure of the database is damaged.',
    userAction: 'Restore the database from a backup.',
    sql: `SELECT quick_check AS details FROM (SELECT * FROM temp.pragma_quick_check LIMIT 20) WHERE quick_check <> 'ok'`,
  }),
  derived({
    id: 'foreign-key-check',
    precondition: smallEnough,
    code: 'FOREIGN_KEY_VIOLATION',
    severity: 'high',
    name: 'Foreign key violation',
    description: 'Rows refer to rows that do not exist.',
    userAction: 'Find these rows with a check of references, and correct them.',
    sql: `SELECT "table" AS object, "table", count(*) || ' rows refer to rows of ''' || parent || ''' that do not exist.' AS description
            FROM temp.pragma_foreign_key_check GROUP BY "table", parent ORDER BY "table", parent`,
  }),
  {
    id: 'foreign-keys',
    source: 'derived',
    precondition: {
      statement: plain('SELECT 1 WHERE FALSE'),
      otherwise: { status: 'skipped', reason: 'Each connection decides for itself whether foreign keys are enforced' },
    },
    statement: plain('SELECT foreign_keys FROM temp.pragma_foreign_keys'),
    read: () => [],
  },
  derived({
    id: 'journal-mode',
    precondition: ofFile,
    code: 'NO_WRITE_AHEAD_LOG',
    severity: 'medium',
    name: 'No write-ahead log',
    description: 'Reading and writing block each other.',
    userAction: 'Set PRAGMA journal_mode = WAL.',
    sql: `SELECT 'journal_mode is ' || journal_mode AS details FROM temp.pragma_journal_mode WHERE journal_mode <> 'wal'`,
  }),
  derived({
    id: 'wal-size',
    precondition: ofFile,
    code: 'LARGE_WRITE_AHEAD_LOG',
    severity: 'medium',
    name: 'Large write-ahead log',
    description: 'The write-ahead log is larger than 64 MiB, which slows reading down.',
    userAction: 'Look for readers that never end, then checkpoint.',
    sql: `SELECT bytes || ' bytes' AS details FROM (SELECT CAST(wal_size() AS INTEGER) AS bytes) WHERE bytes > ${LARGE_LOG}`,
  }),
  derived({
    id: 'free-pages',
    code: 'FREE_PAGES',
    severity: 'low',
    name: 'Free pages',
    description: 'More than a quarter of the database is unused.',
    userAction: 'Run VACUUM at a quiet time.',
    sql: `SELECT freelist_count || ' of ' || page_count || ' pages' AS details
            FROM temp.pragma_freelist_count, temp.pragma_page_count WHERE page_count > 256 AND freelist_count > 0.25 * page_count`,
  }),
  derived({
    id: 'max-size',
    code: 'DATABASE_NEARLY_FULL',
    severity: 'critical',
    name: 'Database nearly full',
    description: 'More than nine tenths of the largest size are used.',
    userAction: 'Raise PRAGMA max_page_count or remove data.',
    sql: `SELECT page_count || ' of ' || max_page_count || ' pages' AS details
            FROM temp.pragma_page_count, temp.pragma_max_page_count WHERE page_count > 0.9 * max_page_count`,
  }),
]
