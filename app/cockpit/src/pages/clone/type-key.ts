const TYPES = ['table', 'view', 'index', 'constraint', 'foreignKey', 'trigger', 'sequence', 'schema'] as const

/** The text for what a plan makes. */
export const typeKey = (type: string): `type.${(typeof TYPES)[number] | 'other'}` =>
  `type.${TYPES.find((known) => known === type) ?? 'other'}`
