/** Settings of CAP's connection pools. @see https://github.com/coopernurse/node-pool#createpool */
const NUMBERS = {
  min: 0,
  max: 1,
  acquireTimeoutMillis: 1,
  destroyTimeoutMillis: 1,
  idleTimeoutMillis: 1,
  softIdleTimeoutMillis: -1,
  evictionRunIntervalMillis: 0,
  numTestsPerEvictionRun: 1,
  maxWaitingClients: 1,
  priorityRange: 1,
} as const
const SWITCHES = ['testOnBorrow', 'testOnReturn', 'autostart', 'fifo', 'builtin']

/** Names what is wrong with `requires.db.pool`; CAP takes anything, and waits for ever or not at all. */
export const findPoolProblems = (pool: unknown): string[] => {
  const settings: Readonly<Record<string, unknown>> = { ...(pool as object | undefined) }
  const problems = Object.entries(settings).flatMap(([name, value]) => {
    const setting = `Setting requires.db.pool.${name}`
    if (SWITCHES.includes(name)) return typeof value === 'boolean' ? [] : [`${setting} must be true or false`]
    if (!Object.hasOwn(NUMBERS, name)) return [`${setting} is not known`]
    const least = NUMBERS[name as keyof typeof NUMBERS]
    return Number.isSafeInteger(value) && Number(value) >= least
      ? []
      : [`${setting} must be a whole number, ${String(least)} or more`]
  })
  const { min = 0, max } = settings
  if (problems.length === 0 && max !== undefined && Number(min) > Number(max))
    problems.push('Setting requires.db.pool.min is larger than requires.db.pool.max')
  return problems
}
