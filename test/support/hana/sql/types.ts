/**
 * What a value is, as far as it decides where it may stand: `large` and `largeBytes` are large objects, `odd` are places,
 * vectors and arrays, `parameter` is a `?` of which nothing tells the type.
 */
export type Kind =
  | ('number' | 'text' | 'binary' | 'boolean' | 'date' | 'time' | 'timestamp' | 'null')
  | ('large' | 'largeBytes' | 'odd' | 'parameter' | 'condition' | 'unknown')

/** By the names of types in the SQL reference, "Data Types"; those that CAST takes have how many sizes may stand behind them. */
const TYPES: Readonly<Record<string, readonly [kind: Kind, sizes?: number]>> = {
  ...{ TINYINT: ['number', 0], SMALLINT: ['number', 0], INTEGER: ['number', 0], INT: ['number', 0] },
  ...{ BIGINT: ['number', 0], DECIMAL: ['number', 2], SMALLDECIMAL: ['number', 0], REAL: ['number', 0] },
  ...{ DOUBLE: ['number', 0], FLOAT: ['number', 1], BOOLEAN: ['boolean', 0] },
  ...{ CHAR: ['text', 1], NCHAR: ['text', 1], VARCHAR: ['text', 1], NVARCHAR: ['text', 1], ALPHANUM: ['text', 1] },
  ...{ SHORTTEXT: ['text'], CLOB: ['large', 0], NCLOB: ['large', 0], TEXT: ['large'], BINTEXT: ['large'] },
  ...{ BINARY: ['binary', 1], VARBINARY: ['binary', 1], BLOB: ['largeBytes', 0] },
  ...{ DATE: ['date', 0], TIME: ['time', 0], SECONDDATE: ['timestamp', 0], TIMESTAMP: ['timestamp', 0] },
}

export const kindOfType = (type: string): Kind => TYPES[type.replace(/\(.*/, '')]?.[0] ?? 'odd'

/** What a cast to a type gives; null where there is no such cast. */
export const castKind = (type: string, sizes: number): Kind | null => {
  const [kind, most] = TYPES[type] ?? []
  return kind !== undefined && most !== undefined && sizes <= most ? kind : null
}

const OPEN: readonly Kind[] = ['null', 'parameter', 'unknown']
const DAYS: readonly Kind[] = ['date', 'timestamp']
/** Values that have neither equality nor order, and go into no aggregate. */
export const isLarge = (kind: Kind): boolean => kind === 'large' || kind === 'largeBytes' || kind === 'odd'

/** Whether two values agree, without a conversion that depends on what they are. */
export const agree = (left: Kind, right: Kind): boolean =>
  left === right || OPEN.includes(left) || OPEN.includes(right) || (DAYS.includes(left) && DAYS.includes(right))

/** What several values are, where they agree: a type where one has one. */
export const commonKind = (kinds: readonly Kind[]): Kind =>
  kinds.find((kind) => !OPEN.includes(kind)) ?? kinds.find((kind) => kind !== 'null') ?? 'null'
