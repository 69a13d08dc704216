import { foldName } from './identifiers.ts'
import type { Model } from './model.ts'

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

/** Tables that come with extensions of engines, and with tools for migrations. */
const OF_TOOLS =
  /^(?:spatial_ref_sys|geography_columns|geometry_columns|databasechangelog(?:lock)?|flyway_schema_history)$/i

/** A view of CAP's own, in one language or in that of the request, of an entity with texts. */
const LOCALIZED = /^localized[_.](?:[a-z]{2}(?:_[a-z]{2})?[_.](?=.))?/i

/**
 * Whether tables and views hold nothing of the application's own: the model tells it of its entities, whatever they are
 * called, and names tell it of all others.
 */
export const technicalTables = ({ entities }: Model): ((name: string) => boolean) => {
  const known = new Map<string, boolean>()
  for (const { table, isTechnical = false } of entities) {
    const name = table === null ? undefined : foldName(table)
    // Of several entities with one table, one of the application's own is enough.
    if (name !== undefined) known.set(name, isTechnical && (known.get(name) ?? true))
  }
  const isOfLocalized = (name: string): boolean => {
    const unmarked = [name.replace(/^localized[_.]/i, ''), name.replace(LOCALIZED, '')]
    return unmarked.some((each) => each !== name && known.has(foldName(each)))
  }
  return (name) => known.get(foldName(name)) ?? (isReservedTable(name) || OF_TOOLS.test(name) || isOfLocalized(name))
}
