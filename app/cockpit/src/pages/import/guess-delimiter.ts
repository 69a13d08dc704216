import { type Delimiter, DELIMITERS } from './import-form.ts'
import { readRecords } from './parse-head.ts'

/**
 * What stands between the fields of a CSV file, as its first line tells: what was chosen where that makes several fields of it,
 * else what makes most.
 */
export const guessDelimiter = (text: string, chosen: Delimiter): Delimiter => {
  const fields = (delimiter: Delimiter): number => readRecords(text, DELIMITERS[delimiter], true)[0]?.length ?? 0
  if (fields(chosen) > 1) return chosen
  const others = Object.keys(DELIMITERS) as Delimiter[]
  return others.reduce((best, each) => (fields(each) > fields(best) ? each : best), chosen)
}
