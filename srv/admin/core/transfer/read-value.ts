import type { JsonValue, ValueKind } from '../values.ts'

const INTEGER = /^[+-]?\d+$/
const FLOAT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** What a text of `streamText` stands for, as answers carry it. SQLite has texts in columns of any kind: they stay texts. */
export const readValue = (text: string, kind: ValueKind): Exclude<JsonValue, null> => {
  switch (kind) {
    case 'boolean':
      return text === 'true' || (text === 'false' ? false : text)
    case 'integer': {
      const number = INTEGER.test(text) ? Number(text) : NaN
      return Number.isSafeInteger(number) ? number : text
    }
    case 'float': {
      const number = FLOAT.test(text) ? Number(text) : NaN
      return Number.isFinite(number) ? number : text
    }
    default:
      return text
  }
}
