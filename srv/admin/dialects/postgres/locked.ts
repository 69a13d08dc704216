/**
 * Functions of the catalog that measure a table or write out a definition wait until nobody has locked what they look at: one
 * `LOCK TABLE` would stop a list of hundreds. What they would wait for is looked up first, which waits for nothing.
 * https://www.postgresql.org/docs/current/view-pg-locks.html
 */
const LOCKED = `SELECT l.relation FROM pg_locks l JOIN pg_database b ON b.oid = l.database AND b.datname = current_database()
                 WHERE l.locktype = 'relation' AND l.mode = 'AccessExclusiveLock' AND l.pid IS DISTINCT FROM pg_backend_pid()`

/** Whether a table, view or index is locked, or will be next. */
export const isLocked = (oid: string): string => `${oid} = ANY (ARRAY(${LOCKED}))`

/** Tables that cannot be measured: their indexes and what is kept beside their rows is measured with them. */
export const UNMEASURABLE = `SELECT oid FROM pg_class WHERE ${isLocked('oid')} OR ${isLocked('reltoastrelid')}
       UNION SELECT indrelid FROM pg_index WHERE ${isLocked('indexrelid')}
       UNION SELECT t.oid FROM pg_class t JOIN pg_index x ON x.indrelid = t.reltoastrelid WHERE ${isLocked('x.indexrelid')}`

/** Whether something that a function with a body in SQL names is locked. */
export const isBodyLocked = (routine: string): string =>
  `EXISTS (SELECT FROM pg_depend u WHERE u.classid = 'pg_proc'::regclass AND u.objid = ${routine}
              AND u.refclassid = 'pg_class'::regclass AND ${isLocked('u.refobjid')})`

/** Whether something that a view reads is locked. */
export const isViewLocked = (view: string): string =>
  `EXISTS (SELECT FROM pg_rewrite w JOIN pg_depend u ON u.classid = 'pg_rewrite'::regclass AND u.objid = w.oid
            WHERE w.ev_class = ${view} AND u.refclassid = 'pg_class'::regclass AND ${isLocked('u.refobjid')})`

export const LOCKED_REASON = 'Another session has locked it'
