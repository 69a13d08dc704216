/** Tables in which engines and frameworks keep their own state: CAP's drafts, outbox and models, results of our checks, SQLite's sequences. */
const RESERVED = [
  /_drafts$/i,
  /^draft_draftadministrativedata$/i,
  /^cds_outbox_messages$/i,
  /^cds_model(?:_|$)/i,
  /^cds_xt_/i,
  /^dba_check(?:results|notices)$/i,
  /^sqlite_/i,
  /^pg_/i,
]

/** Whether a table is nobody's to write to but its owner's. Names may be deployed with dots or underscores. */
export const isReservedTable = (name: string): boolean => {
  const plain = name.replaceAll('.', '_')
  return RESERVED.some((pattern) => pattern.test(plain))
}
