import { useMemo } from 'react'
import { formatBytes, formatDuration, formatNumber, formatPercent, formatTime } from './format.ts'
import { useLanguage } from './language.ts'

/** Numbers, sizes and times, written as the language of the moment does. */
export const useFormat = () => {
  const language = useLanguage()
  return useMemo(
    () => ({
      number: (value: number | string, digits?: number) => formatNumber(value, language, digits),
      percent: (percent: number) => formatPercent(percent, language),
      bytes: (bytes: number) => formatBytes(bytes, language),
      time: (instant: string | Date) => formatTime(instant, language),
      duration: (ms: number) => formatDuration(ms, language),
    }),
    [language],
  )
}
