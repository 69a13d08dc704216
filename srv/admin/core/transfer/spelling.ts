import { holdsNumbers } from './any-converter.ts'
import type { TargetColumn } from './target-column.ts'

/** How a file spells numbers and times, where it is not as everywhere. Plain data. */
export interface Spelling {
  /** What divides whole from fraction. */
  readonly decimal: '.' | ','
  /** `german`: 24.12.2025, with 18:30 or 18:30:00 behind it where there is a time. */
  readonly dates: 'iso' | 'german'
  /** Whole numbers stand for times since 1970, in UTC. */
  readonly epoch: 'seconds' | 'milliseconds' | null
  /** Words for true and false, besides those of everywhere. */
  readonly booleans?: { readonly true: readonly string[]; readonly false: readonly string[] }
}

/** A text as it is spelled everywhere; undefined when it is not one of the file's spelling. */
type Respell = (text: string) => string | undefined

/** @returns undefined where texts of the column are read as they are. */
export const respeller = (
  { kind, form }: Pick<TargetColumn, 'kind' | 'form'>,
  { decimal, dates, epoch, booleans }: Spelling,
): Respell | undefined => {
  if (kind === 'boolean') return booleans && fromWords(booleans)
  if (kind === 'decimal' || kind === 'float') return decimal === ',' ? withPoint : undefined
  if (kind !== 'date' && kind !== 'timestamp') return undefined
  const steps: Respell[] = []
  if (dates === 'german') steps.push(fromGerman)
  // A column that has numbers itself gets those of the file.
  if (epoch && !(form && holdsNumbers(form))) steps.push(fromEpoch(epoch === 'seconds' ? 1_000 : 1))
  if (steps.length === 0) return undefined
  return (text) => steps.reduce<string | undefined>((spelled, step) => spelled && step(spelled), text)
}

const fromWords = (booleans: NonNullable<Spelling['booleans']>): Respell | undefined => {
  const words = new Map(
    (['true', 'false'] as const).flatMap((value) => booleans[value].map((word) => [word.trim().toLowerCase(), value])),
  )
  return words.size === 0 ? undefined : (text) => words.get(text.trim().toLowerCase()) ?? text
}

const withPoint: Respell = (text) => (text.includes('.') ? undefined : text.replace(',', '.'))

const GERMAN = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?: (\d{1,2}:\d\d(?::\d\d(?:[.,]\d{1,6})?)?))?$/

const fromGerman: Respell = (text) => {
  const [, day = '', month = '', year = '', time] = GERMAN.exec(text.trim()) ?? []
  if (year === '') return text
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return time === undefined ? date : `${date}T${time.replace(',', '.').replace(/^\d:/, '0$&')}`
}

const EPOCH = /^[+-]?\d{1,16}$/

const fromEpoch =
  (milliseconds: number): Respell =>
  (text) => {
    if (!EPOCH.test(text.trim())) return text
    const instant = new Date(Number(text) * milliseconds)
    const year = instant.getUTCFullYear()
    return year >= 1 && year <= 9_999 ? instant.toISOString() : undefined
  }
