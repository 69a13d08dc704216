import { useFormat } from '../i18n/use-format.ts'
import { useTexts } from '../i18n/use-texts.ts'
import type { ValueKind } from './column.ts'
import { Marked } from './marked.tsx'
import { shorten } from './shorten.ts'
import { texts } from './texts.ts'

interface ValueProps {
  readonly value: unknown
  readonly kind?: ValueKind | undefined
  /** A value of the database: its NULL, its empty text and its blanks can be told from text that only looks like them. */
  readonly isRecord?: boolean | undefined
  /** Characters that are shown. */
  readonly most?: number
}

/** More characters of a value stand in no cell: a browser that lays out a million of them stands still. */
const MOST_IN_CELL = 500

/** What the API writes of bytes in a column of another kind, where there are none. */
const NO_BYTES = 'data:application/x-sqlite-blob;base64,'

/** A plain value in words. */
export const Value = ({ value, kind = 'text', isRecord = false, most = MOST_IN_CELL }: ValueProps) => {
  const t = useTexts(texts)
  const format = useFormat()
  if (value === null || value === undefined) return <span className="null">{isRecord ? t('value.null') : '–'}</span>
  if (isRecord && (value === NO_BYTES || (value === '' && kind === 'binary')))
    return <span className="null">{t('value.noBytes')}</span>
  if (value === '' && isRecord) return <span className="null">{t('value.empty')}</span>
  if (isRecord && typeof value === 'string' && value.trim() === '')
    return <span className="null">{t('value.blank', { count: value.length })}</span>
  // As filters and files have it.
  if (isRecord && typeof value === 'boolean') return String(value)
  if (typeof value === 'boolean') return t(value ? 'value.true' : 'value.false')
  // A number of the database may be the name of something: it is shown as it is.
  if (isRecord && (typeof value === 'number' || typeof value === 'bigint')) return String(value)
  if (kind === 'number' && !isRecord && (typeof value === 'number' || typeof value === 'string'))
    return format.number(value)
  if (kind === 'percent' && typeof value === 'number') return format.percent(value)
  if (kind === 'bytes' && typeof value === 'number') return format.bytes(value)
  if (kind === 'duration' && typeof value === 'number') return format.duration(value)
  if (kind === 'time' && typeof value === 'string') return format.time(value)
  const { text } = shorten(typeof value === 'string' ? value : JSON.stringify(value), most)
  return isRecord ? <Marked text={text} /> : text
}
