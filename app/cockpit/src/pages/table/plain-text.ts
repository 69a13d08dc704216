/** A value of the database as text. */
export const plainText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
