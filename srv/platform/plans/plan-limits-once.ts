/** CAP's translation of queries to SQL, as far as this file changes it. */
interface Translation {
  limit(limit: object): string
}

/** What this file uses of a CAP database service, and of the transactions that derive from it. */
interface DatabaseService {
  readonly kind?: string
  class: { readonly CQN2SQL: new (...args: never[]) => Translation }
}

/**
 * Hides from SQLite's planner that the limit of a query is a parameter. It plans by the value, which makes it prepare a
 * kept statement again each time that this is set, be it to the same; it does not look into expressions.
 */
export const planLimitsOnce = (database: unknown): void => {
  const service = database as DatabaseService
  if (service.kind !== 'sqlite') return
  class PlannedOnce extends service.class.CQN2SQL {
    override limit(limit: object): string {
      return `+${super.limit(limit)}`
    }
  }
  service.class = Object.create(service.class, { CQN2SQL: { value: PlannedOnce } }) as DatabaseService['class']
}
