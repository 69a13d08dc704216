import type { Value } from '../values.ts'

/** A number whose digits are to be written as they are. */
export class Digits {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** A date or time as a spreadsheet's own number of days, in a style of ours. */
export class Serial {
  readonly days: number
  readonly style: number
  constructor(days: number, style: number) {
    this.days = days
    this.style = style
  }
}

/** What a file has for a value that is not NULL. */
export type Cell = string | number | boolean | Digits | Serial

export type CellWriter = (value: Exclude<Value, null>) => Cell
