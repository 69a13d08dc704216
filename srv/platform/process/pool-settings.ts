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

/** Node's timers run out at once beyond that. */
const LARGEST = 2 ** 31 - 1

/** Names what is wrong with `requires.db.pool`; CAP takes anything, and waits for ever or not at all. */
export const findPoolProblems = (pool: unknown): string[] => {
  if (pool !== undefined && (typeof pool !== 'object' || pool === null || Array.isArray(pool)))
    return ['Setting requires.db.pool must be an object']
  const settings: Readonly<Record<string, unknown>> = { ...pool }
  const problems = Object.entries(settings).flatMap(([name, value]) => {
    const setting = `Setting requires.db.pool.${name}`
    if (SWITCHES.includes(name)) return typeof value === 'boolean' ? [] : [`${setting} must be true or false`]
    if (!Object.hasOwn(NUMBERS, name)) return [`${setting} is not known`]
    const least = NUMBERS[name as keyof typeof NUMBERS]
    if (!Number.isSafeInteger(value) || Number(value) < least)
      return [`${setting} must be a whole number, ${least} or more`]
    return Number(value) > LARGEST ? [`${setting} is at most ${LARGEST}`] : []
  })
  const { min = 0, max } = settings
  if (problems.length === 0 && max !== undefined && Number(min) > Number(max))
    problems.push('Setting requires.db.pool.min is larger than requires.db.pool.max')
  return problems
}
