import { changeTranslation, type DatabaseService } from '../cap/database-service.ts'

/**
 * Hides from SQLite's planner that the limit of a query is a parameter. It plans by the value, which makes it prepare a
 * kept statement again each time that this is set, be it to the same; it does not look into expressions.
 */
export const planLimitsOnce = (database: unknown): void => {
  const service = database as DatabaseService
  if (service.kind !== 'sqlite') return
  changeTranslation(
    service,
    (Translation) =>
      class PlannedOnce extends Translation {
        override limit(limit: object): string {
          return `+${super.limit(limit)}`
        }
      },
  )
}
