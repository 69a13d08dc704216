/** What of JSON Schema settings are described by: as little as is checked without a library, since every start waits for it. */
export interface SettingSchema {
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'boolean' | 'null'
  readonly description?: string | undefined
  readonly default?: unknown
  readonly anyOf?: readonly SettingSchema[]
  readonly const?: unknown
  readonly pattern?: string
  readonly minLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly items?: SettingSchema
  readonly properties?: Readonly<Record<string, SettingSchema>>
  readonly additionalProperties?: false
}

/** Makers of them. */
export const text = (description?: string, more: SettingSchema = {}): SettingSchema => ({
  type: 'string',
  description,
  ...more,
})
export const filled = (description?: string, more: SettingSchema = {}) => text(description, { minLength: 1, ...more })
export const list = (of: SettingSchema, description?: string, more: SettingSchema = {}): SettingSchema => ({
  ...{ type: 'array', description, items: of },
  ...more,
})
export const flag = (description: string): SettingSchema => ({ type: 'boolean', description })
export const whole = (minimum: number, description?: string, more: SettingSchema = {}): SettingSchema => ({
  ...{ type: 'integer', description, minimum },
  ...more,
})
export const positive = (fallback: number, description?: string, more: SettingSchema = {}) =>
  whole(1, description, { default: fallback, ...more })
export const either = (
  anyOf: readonly SettingSchema[],
  description: string,
  more: SettingSchema = {},
): SettingSchema => ({
  ...{ anyOf, description },
  ...more,
})
export const group = (properties: Readonly<Record<string, SettingSchema>>, description?: string): SettingSchema => ({
  ...{ type: 'object', description, properties, additionalProperties: false },
})
