/** Tables that CAP keeps for itself: drafts, outbox, caches of values, texts in other languages, what comes with the database. */
const TECHNICAL =
  /^(?:draft_|drafts?\.|cds_|cds\.|sap_|sqlite_|spatial_ref_sys$|localized_|localized\.)|[._](?:drafts|texts)$|^databasechangelog/i

/** Whether an object is not one's own data, by its name. */
export const isTechnical = (name: string): boolean => TECHNICAL.test(name)
