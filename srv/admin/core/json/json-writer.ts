import { numberText } from '../decimals.ts'
import type { Value } from '../values.ts'
import { exactValue } from '../transfer/exact-value.ts'
import { type Kind, OTHER, type RowFormatter, type TextFormat } from '../transfer/text-format.ts'

type JsonFormat = Extract<TextFormat, { type: 'json' | 'ndjson' }>

/** Writes rows as JSON objects, with values as all answers of the API carry them. */
export const createJsonFormatter = ({ type, columns }: JsonFormat): RowFormatter => {
  const starts = columns.map(({ name }, index) => `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`)
  const [between, after] = type === 'json' ? [',', ''] : ['', '\n']
  // A table may have no columns, and rows all the same.
  const end = `${starts.length === 0 ? '{' : ''}}${after}`
  return (rows) => {
    let text = ''
    for (const row of rows) {
      if (text !== '') text += between
      for (let index = 0; index < starts.length; index++)
        text += (starts[index] ?? '') + jsonText(row[index] ?? null, columns[index])
      text += end
    }
    return text
  }
}

// Such text needs no escapes and is much the most frequent.
const PLAIN = /^[ !#-[\]-~]*$/

const jsonText = (value: Value, { kind, scale }: Kind = OTHER): string => {
  if (value === null) return 'null'
  const exact = exactValue(value, kind, scale)
  if (typeof exact !== 'string') return typeof exact === 'number' ? numberText(exact) : String(exact)
  return PLAIN.test(exact) ? `"${exact}"` : JSON.stringify(exact)
}
