import { useCallback, useMemo } from 'react'
import { useLanguage } from '../../i18n/language.ts'

const DAILY = new Set(['DAY', 'WEEK'])
const MONTHLY = new Set(['MONTH', 'QUARTER', 'YEAR'])

/** Writes instants as precisely as their interval is, in UTC as the API's buckets are; `isShort` for axes. */
export const useInstants = (interval: string): ((time: number, isShort?: boolean) => string) => {
  const language = useLanguage()
  const [long, short] = useMemo(() => {
    const date = { timeZone: 'UTC', year: 'numeric', month: 'short' } as const
    const full = MONTHLY.has(interval)
      ? date
      : DAILY.has(interval)
        ? { ...date, day: 'numeric' as const }
        : ({ timeZone: 'UTC', dateStyle: 'medium', timeStyle: 'short' } as const)
    const brief = MONTHLY.has(interval)
      ? interval === 'YEAR'
        ? ({ timeZone: 'UTC', year: 'numeric' } as const)
        : date
      : ({ timeZone: 'UTC', year: 'numeric', month: 'numeric', day: 'numeric' } as const)
    return [new Intl.DateTimeFormat(language, full), new Intl.DateTimeFormat(language, brief)]
  }, [language, interval])
  return useCallback((time, isShort = false) => (isShort ? short : long).format(time), [long, short])
}
