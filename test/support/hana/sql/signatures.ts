import type { Kind } from './types.ts'

/** What functions take: one of the kinds that a letter stands for, once, or as often as there are values. */
const LETTERS: Readonly<Record<string, readonly Kind[]>> = {
  n: ['number'],
  t: ['text'],
  // Numbers and days become texts by themselves.
  w: ['text', 'number', 'boolean', 'date', 'time', 'timestamp'],
  l: ['text', 'large'],
  c: ['text', 'number', 'boolean', 'date', 'time', 'timestamp', 'large', 'binary'],
  b: ['text', 'binary', 'largeBytes'],
  m: ['text', 'binary', 'large', 'largeBytes'],
  d: ['date', 'timestamp'],
  s: ['timestamp'],
  i: ['text', 'date', 'timestamp'],
  h: ['text', 'time', 'timestamp'],
  k: ['text', 'number', 'boolean'],
  a: ['number', 'text', 'binary', 'boolean', 'date', 'time', 'timestamp'],
}

export interface Signature {
  readonly args: readonly (readonly Kind[])[]
  readonly least: number
  /** The last argument may come again. */
  readonly repeats: boolean
  /** Null: what the arguments are. */
  readonly result: Kind | null
  /** An aggregate, or a function of windows only, which may want an order. */
  readonly role: 'scalar' | 'aggregate' | 'window' | 'ranking'
}

const signature = (text: string, role: Signature['role']): Signature => {
  const [given = '', result = ''] = text.split(' > ')
  const [needed = '', optional = ''] = given.replace('*', '').split('?')
  const args = [...(needed + optional)].map((letter) => LETTERS[letter] ?? [])
  return {
    ...{ args, least: needed.length, repeats: given.endsWith('*'), role },
    result: result === 'same' ? null : (result as Kind),
  }
}

const all = (role: Signature['role'], texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([name, text]) => [name, signature(text, role)] as const)

/** The functions that statements of this project call, by the SQL reference. `?` stands before what may be left out. */
export const SIGNATURES: ReadonlyMap<string, Signature> = new Map([
  ...all('scalar', {
    ...{ ABS: 'n > number', CEIL: 'n > number', FLOOR: 'n > number', ROUND: 'n?n > number', MOD: 'nn > number' },
    ...{ SQRT: 'n > number', POWER: 'nn > number', LN: 'n > number', SIGN: 'n > number' },
    ...{ LOWER: 't > text', UPPER: 't > text', TRIM: 't > text', LTRIM: 't?t > text', RTRIM: 't?t > text' },
    ...{ LENGTH: 'm > number', SUBSTRING: 'tn?n > text', REPLACE: 'ttt > text', REPLACE_REGEXPR: 'tt?t > text' },
    ...{ LOCATE: 'tt > number', LPAD: 'wn?t > text', LEFT: 'tn > text', RIGHT: 'tn > text', JSON_VALUE: 'lt > text' },
    ...{
      COALESCE: 'aa* > same',
      IFNULL: 'aa > same',
      NULLIF: 'aa > same',
      GREATEST: 'aa* > same',
      LEAST: 'aa* > same',
    },
    ...{ TO_BIGINT: 'k > number', TO_INTEGER: 'k > number', TO_DECIMAL: 'k?nn > number', TO_DOUBLE: 'k > number' },
    ...{ TO_NVARCHAR: 'c?t > text', TO_VARCHAR: 'w?t > text', TO_BINARY: 'b > binary', TO_BOOLEAN: 'k > boolean' },
    ...{
      TO_CHAR: 'w?t > text',
      TO_NCLOB: 'c > large',
      SESSION_CONTEXT: 't > text',
      TO_DATE: 'i?t > date',
      TO_TIME: 'h?t > time',
      TO_TIMESTAMP: 'i?t > timestamp',
    },
    ...{ YEAR: 'd > number', MONTH: 'd > number', DAYOFMONTH: 'd > number', HOUR: 's > number' },
    ...{ MINUTE: 's > number', SECOND: 's > number', ADD_MONTHS: 'dn > timestamp', ADD_YEARS: 'dn > timestamp' },
    ...{ ADD_DAYS: 'dn > timestamp', ADD_SECONDS: 'sn > timestamp', DAYS_BETWEEN: 'dd > number' },
    ...{
      NANO100_BETWEEN: 'dd > number',
      SECONDS_BETWEEN: 'dd > number',
      BINTOHEX: 'b > text',
      HASH_SHA256: 'b* > binary',
    },
  }),
  ...all('aggregate', {
    ...{
      COUNT: 'a > number',
      SUM: 'n > number',
      AVG: 'n > number',
      MIN: 'a > same',
      MAX: 'a > same',
      MEDIAN: 'n > number',
    },
    ...{ STDDEV: 'n > number', STDDEV_SAMP: 'n > number', VAR: 'n > number', STRING_AGG: 't?t > text' },
  }),
  ...all('ranking', {
    ...{ ROW_NUMBER: ' > number', RANK: ' > number', DENSE_RANK: ' > number', NTILE: 'n > number' },
    ...{ LAG: 'a?na > same', LEAD: 'a?na > same' },
  }),
  ...all('window', { FIRST_VALUE: 'a > same', LAST_VALUE: 'a > same' }),
])
