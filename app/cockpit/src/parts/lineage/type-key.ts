const TYPES = ['table', 'view', 'materialized', 'virtual', 'procedure', 'function', 'trigger', 'service'] as const
const FLOWS = ['view', 'trigger', 'synonym', 'function', 'reference', 'model'] as const

/** The text for what an object is. */
export const typeKey = (type: string): `type.${(typeof TYPES)[number]}` =>
  `type.${TYPES.find((known) => known === type) ?? 'table'}`

/** The text for how data flows. */
export const flowKey = (type: string): `flow.${(typeof FLOWS)[number]}` =>
  `flow.${FLOWS.find((known) => known === type) ?? 'view'}`
