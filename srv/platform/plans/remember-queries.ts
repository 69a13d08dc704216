import type { DatabaseQuery, DatabaseService } from '../cap/database-service.ts'
import { RecentMap } from '../../read-cache/recent-map.ts'
import { fill, isSame, type Plan, planFor, type Translation, withoutQuery, shapeOf, textOf } from './plan.ts'

type Database = DatabaseService<unknown, unknown, Translation>

const KINDS: readonly (string | undefined)[] = ['sqlite', 'postgres']
/** Some 10 kB each: SQL mostly, and the key. */
const MOST_PLANS = 500

/** Whether a query has placeholders, whose values come beside it; beside an update come its new values. */
const areParameters = (data: object | undefined, { UPDATE }: DatabaseQuery): boolean =>
  data !== undefined && Object.keys(data).length > 0 && (!UPDATE || Array.isArray(data))

/** Of a shape whose texts become more than parameters: its translations are kept for each set of texts. */
const BY_TEXTS = 'by texts'

/**
 * Keeps what CAP made of queries for the next query of the same shape: to translate one takes longer than to run it.
 * Insertions are not for this, since CAP puts all their data into one parameter.
 */
export const rememberQueries = (database: unknown): void => {
  const service = database as Database
  if (!KINDS.includes(service.kind)) return
  const { cqn2sql } = service
  const plans = new RecentMap<string, Plan | typeof BY_TEXTS>(MOST_PLANS)
  let { model } = service

  const translateOnce = (key: string, translate: () => Translation): Translation => {
    const kept = plans.get(key)
    if (typeof kept === 'object') return fill(kept, [])
    const { sql, values, cqn } = translate()
    if (Array.isArray(values)) plans.set(key, { sql, values, cqn: withoutQuery(cqn) })
    return { sql, values, cqn }
  }

  Object.assign(service, {
    cqn2sql(query, data) {
      const translate = (): Translation => cqn2sql.call(this, query, data)
      const isKnown = query.SELECT ?? query.UPDATE ?? query.DELETE
      const shape = isKnown && !areParameters(data, query) ? shapeOf(query) : undefined
      if (!shape) return translate()
      if (model !== this.model) plans.clear()
      model = this.model
      const { text, literals } = shape
      const key = `${this.context?.locale ?? ''} ${query._target?.name ?? ''} ${text}`
      const kept = plans.get(key)
      if (kept === BY_TEXTS) return translateOnce(`${key} ${JSON.stringify(literals.map(textOf))}`, translate)
      if (kept) return fill(kept, literals)
      const plan = planFor(literals, translate)
      const translation = translate()
      plans.set(key, plan && isSame(fill(plan, literals), translation) ? plan : BY_TEXTS)
      return translation
    },
  } satisfies Partial<Database> as Partial<Database>)
}
