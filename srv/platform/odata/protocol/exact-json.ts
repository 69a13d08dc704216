import type { Element } from '../../cap/csn.ts'
import type { DatabaseService } from '../../cap/database-service.ts'
import type { Row } from '../../cap/request.ts'

/** Types whose values have more digits than a double keeps; CAP reads and writes them as texts. */
export const LONG_TYPES: ReadonlySet<string | undefined> = new Set([
  'cds.Decimal',
  'cds.DecimalFloat',
  'cds.Int64',
  'cds.Integer64',
])

/** What JSON is written from as the number that a text says, with all of its digits. */
export const rawNumber = (text: string): unknown =>
  (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON(text)

const { isRawJSON } = JSON as unknown as { isRawJSON: (value: object) => boolean }

/** Whether a value becomes an object of JSON with members that can be told and changed. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value) && !isRawJSON(value)

/** A number of JSON with more digits than a double keeps. */
export class LongNumber extends Number {
  readonly text: string

  constructor(text: string) {
    super(text)
    this.text = text
  }

  /** Written again as it was read. */
  toJSON(): unknown {
    return rawNumber(this.text)
  }
}

/** Fifteen digits come through every double unchanged. */
const DIGITS = 15
/** Without the zeros around them. */
const isLong = (text: string): boolean => {
  const [front = ''] = text.toLowerCase().split('e')
  const digits = front.replace(/\D/g, '')
  let [start, end] = [0, digits.length]
  while (digits[start] === '0') start++
  while (end > start && digits[end - 1] === '0') end--
  return end - start > DIGITS
}

const withLongNumbers = (_name: string, value: unknown, { source = '' }: { source?: string } = {}): unknown =>
  typeof value === 'number' && isLong(source) ? new LongNumber(source) : value

/** Whether a text of JSON may have such a number. */
export const mayBeLong = (json: string): boolean => /\d[\d.]{15}/.test(json)

/**
 * Parses JSON without losing digits.
 *
 * @throws SyntaxError
 */
export const parseExactly = (text: string): unknown => JSON.parse(text, mayBeLong(text) ? withLongNumbers : undefined)

interface Update {
  data?: Row
  with?: Row
}

/** What is written to a map is one, also where CAP itself makes a change from parts of others and takes it for an expression. */
export const plainMaps = (database: unknown): void => {
  const service = database as DatabaseService
  const { cqn2sql } = service
  Object.assign(service, {
    cqn2sql(query, values) {
      const { elements = {} } = (query._target ?? {}) as { elements?: Readonly<Record<string, Element | undefined>> }
      const update = query.UPDATE as Update | undefined
      for (const [name, value] of Object.entries(update?.with ?? {})) {
        if (!update || elements[name]?._type !== 'cds.Map') continue
        ;(update.data ??= {})[name] = value
        Reflect.deleteProperty(update.with ?? {}, name)
      }
      return cqn2sql.call(this, query, values)
    },
  } satisfies Partial<DatabaseService> as Partial<DatabaseService>)
}
