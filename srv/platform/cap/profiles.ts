import cds from '@sap/cds'

/** Those that CAP itself sets something for. */
const OF_CAP = ['development', 'production', 'test', 'hybrid', 'java', 'schevo']

/** Names of all profiles that any settings are for, which CAP collects for editors: its own, and the others. */
export const definedProfiles = (): { own: readonly string[]; others: readonly string[] } => {
  const { 'defined-profiles': all } = cds.env as unknown as { 'defined-profiles': readonly string[] }
  return { own: OF_CAP, others: all.filter((name) => !OF_CAP.includes(name)) }
}
