import type { Language } from './language.ts'

const isDecimal = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text)

/** Numbers as they come: those that JavaScript cannot hold arrive as text, and keep every digit. */
export const formatNumber = (value: number | string, language: Language, fractionDigits = 6): string => {
  if (typeof value === 'number')
    return new Intl.NumberFormat(language, { maximumFractionDigits: fractionDigits }).format(value)
  return isDecimal(value) ? new Intl.NumberFormat(language, { maximumFractionDigits: 20 }).format(value) : value
}

/** @param percent from 0 to 100. Few and almost all are never shown as none and all. */
export const formatPercent = (percent: number, language: Language): string => {
  const format = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  if (percent > 0 && percent < 0.1) return `< ${format.format(0.001)}`
  if (percent < 100 && percent > 99.9) return `> ${format.format(0.999)}`
  return format.format(percent / 100)
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

export const formatBytes = (bytes: number, language: Language): string => {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power === 0 ? 0 : 1,
  }).format(bytes / 1000 ** power)
}

/** An instant, in the time zone of who looks. */
export const formatTime = (instant: string | Date, language: Language): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' }).format(new Date(instant))

export const formatDuration = (ms: number, language: Language): string => {
  const [value, unit, digits] =
    ms < 1_000
      ? ([ms, 'millisecond', 0] as const)
      : ms < 120_000
        ? ([ms / 1_000, 'second', 1] as const)
        : ([ms / 60_000, 'minute', 1] as const)
  const options = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: digits } as const
  return new Intl.NumberFormat(language, options).format(value)
}
