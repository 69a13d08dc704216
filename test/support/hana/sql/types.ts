/**
 * What a value is, as far as it decides where it may stand: `large` and `largeBytes` are large objects, `odd` are places,
 * vectors and arrays, `parameter` is a `?` of which nothing tells the type.
 */
export type Kind =
  | ('number' | 'text' | 'binary' | 'boolean' | 'date' | 'time' | 'timestamp' | 'null')
  | ('large' | 'largeBytes' | 'odd' | 'parameter' | 'condition' | 'unknown')

/** By the names of types in the SQL reference, "Data Types"; those that CAST takes have the most that their sizes may be. */
const TYPES: Readonly<Record<string, readonly [kind: Kind, most?: readonly number[]]>> = {
  ...{ TINYINT: ['number', []], SMALLINT: ['number', []], INTEGER: ['number', []], INT: ['number', []] },
  ...{ BIGINT: ['number', []], DECIMAL: ['number', [38, 38]], SMALLDECIMAL: ['number', []], REAL: ['number', []] },
  ...{ DOUBLE: ['number', []], FLOAT: ['number', [53]], BOOLEAN: ['boolean', []] },
  ...{ CHAR: ['text', [2_000]], NCHAR: ['text', [2_000]], VARCHAR: ['text', [5_000]], NVARCHAR: ['text', [5_000]] },
  ...{ ALPHANUM: ['text', [127]], SHORTTEXT: ['text'], CLOB: ['large', []], NCLOB: ['large', []] },
  ...{ TEXT: ['large'], BINTEXT: ['large'], BLOB: ['largeBytes', []] },
  ...{ BINARY: ['binary', [2_000]], VARBINARY: ['binary', [5_000]] },
  ...{ DATE: ['date', []], TIME: ['time', []], SECONDDATE: ['timestamp', []], TIMESTAMP: ['timestamp', []] },
}

export const kindOfType = (type: string): Kind => TYPES[type.replace(/\(.*/, '')]?.[0] ?? 'odd'

/** Whether a type of that name has such sizes: a scale is no larger than its precision. */
const fits = (most: readonly number[], sizes: readonly number[]): boolean => {
  const [first = 1, second = 0] = sizes
  return (
    sizes.length <= most.length && sizes.every((size, at) => size <= (most[at] ?? 0)) && first >= 1 && second <= first
  )
}

/** What a cast to a type gives; null where there is no such cast. */
export const castKind = (type: string, sizes: readonly number[]): Kind | null => {
  const [kind, most] = TYPES[type] ?? []
  return kind !== undefined && most !== undefined && fits(most, sizes) ? kind : null
}

const ONLY_OF_COLUMNS = ['SHORTTEXT', 'TEXT', 'BINTEXT', 'ST_GEOMETRY', 'ST_POINT', 'REAL_VECTOR']

/** @param text such as `DECIMAL(5, 2)` */
export const isColumnType = (text: string): boolean => {
  const [name = '', ...sizes] = text.split(/[(,)]/).filter(Boolean)
  return ONLY_OF_COLUMNS.includes(name) || castKind(name, sizes.map(Number)) !== null
}

const OPEN: readonly Kind[] = ['null', 'parameter', 'unknown']
const DAYS: readonly Kind[] = ['date', 'timestamp']
/** Values that have neither equality nor order, and go into no aggregate. */
export const isLarge = (kind: Kind): boolean => kind === 'large' || kind === 'largeBytes' || kind === 'odd'

/** Whether two values agree, without a conversion that depends on what they are. */
export const agree = (left: Kind, right: Kind): boolean =>
  left === right || OPEN.includes(left) || OPEN.includes(right) || (DAYS.includes(left) && DAYS.includes(right))

const FROM_TEXT: readonly Kind[] = ['number', 'boolean', 'date', 'time', 'timestamp']

/**
 * The same, where a text becomes what it is compared with or stored as, "Implicit Type Conversion" of the reference: CAP leaves
 * that to SAP HANA, and this project's own statements do not.
 */
export const agreeByText = (left: Kind, right: Kind): boolean =>
  agree(left, right) || (left === 'text' && FROM_TEXT.includes(right)) || (right === 'text' && FROM_TEXT.includes(left))

/** What several values are, where they agree: a type where one has one. */
export const commonKind = (kinds: readonly Kind[]): Kind =>
  kinds.find((kind) => !OPEN.includes(kind)) ?? kinds.find((kind) => kind !== 'null') ?? 'null'
