import * as t from '../core/json-schema.ts'

/** Whether an engine knows what is asked for. */
export const SUPPORT = {
  engine: t.string(),
  supported: t.boolean('The engine knows such a thing'),
  reason: t.optional(t.string('Why it is not supported')),
}

/** Views of the engine that were read, or not. */
export const SOURCE_LIST = t.arrayOf({
  name: t.string(),
  status: t.oneOf(['ok', 'denied', 'missing', 'error']),
  reason: t.optional(t.string()),
})

/** What every listing answers besides its items. */
export const LISTING = {
  pattern: t.string(),
  count: t.integer(),
  total: t.integer('As many there are that match, listed or not'),
  truncated: t.boolean(),
}

/** What every listed table and view tells. */
export const IS_TECHNICAL = {
  isTechnical: t.boolean("Of CAP, of a plugin or of the engine; not the application's own"),
}
