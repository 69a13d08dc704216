/** A statement that somebody works on. */
export interface Tab {
  /** Tells tabs apart, and names them. */
  readonly number: number
  readonly sql: string
  /** What of it was run last, as the address has it. */
  readonly asked?: string
  /** What was written for its parameters, by name. */
  readonly values?: Readonly<Record<string, string>>
}

export interface Tabs {
  /** There is always one. */
  readonly list: readonly Tab[]
  readonly active: number
}

/** More at a time would be hard to tell apart. */
export const MOST_TABS = 20

const keyOf = (user: string): string => `cds-dba.query.tabs.${user}`

/** The tabs that were open before, with the statement of the address in front, in a tab of its own unless one has it. */
export const readTabs = (user: string, wanted: string | undefined): Tabs => {
  const kept = parse(sessionStorage.getItem(keyOf(user)))
  if (wanted === undefined) return kept ?? firstTab('')
  const known = kept?.list.find(({ sql, asked }) => sql === wanted || asked === wanted)
  if (kept && known) return { ...kept, active: known.number }
  return kept ? openTab(kept, wanted) : firstTab(wanted)
}

/** A browser without room goes on without. */
export const keepTabs = (user: string, tabs: Tabs): Tabs => {
  try {
    sessionStorage.setItem(keyOf(user), JSON.stringify(tabs))
  } catch {
    return tabs
  }
  return tabs
}

const firstTab = (sql: string): Tabs => ({ list: [{ number: 1, sql }], active: 1 })

/** Puts a statement into a tab of its own, in the place of the one in front if that is empty. Where there are too many, nothing is opened. */
export const openTab = ({ list, active }: Tabs, sql: string): Tabs => {
  const number = Math.max(...list.map((tab) => tab.number)) + 1
  const others = list.filter((tab) => tab.number !== active || tab.sql.trim() !== '')
  return others.length < MOST_TABS ? { list: [...others, { number, sql }], active: number } : { list, active }
}

/** The one beside it comes in front; after the last one there is an empty one. */
export const closeTab = ({ list, active }: Tabs): Tabs => {
  const at = list.findIndex(({ number }) => number === active)
  const others = list.filter(({ number }) => number !== active)
  const next = others[Math.min(at, others.length - 1)]
  return next ? { list: others, active: next.number } : firstTab('')
}

export const changeTab = ({ list, active }: Tabs, number: number, changed: Partial<Tab>): Tabs => ({
  list: list.map((tab) => (tab.number === number ? { ...tab, ...changed } : tab)),
  active,
})

const parse = (kept: string | null): Tabs | undefined => {
  try {
    const { list, active } = JSON.parse(kept ?? '') as Tabs
    return list.some(({ number }) => number === active) ? { list, active } : undefined
  } catch {
    return undefined
  }
}
