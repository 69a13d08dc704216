import type { ParseArgsOptionsConfig } from 'node:util'
import { type Answer, type Client, UsageError } from './client.ts'
import type { OnBytes } from './transfer.ts'

/** What a command has done. */
export interface Done {
  /** Undefined where the answer has been written already. */
  readonly answer?: Answer
  /** The list of it that people look for. */
  readonly list?: string
  /** Something was found that should not be so. */
  readonly hasFindings?: boolean
}

export type Options = Readonly<Record<string, string | boolean | undefined>>

export interface CommandContext {
  readonly client: Client
  readonly words: readonly string[]
  readonly options: Options
  readonly output: NodeJS.WritableStream & NodeJS.WriteStream
  readonly onBytes: OnBytes
}

export interface Command {
  readonly usage: string
  readonly about: string
  readonly options: ParseArgsOptionsConfig
  /** How many words there have to be: at least, and at most. */
  readonly words: readonly [number, number]
  run(context: CommandContext): Promise<Done>
}

export const text = { type: 'string' } as const
export const flag = { type: 'boolean' } as const

/** Options as the fields of an operation: `order-by` is `orderBy`. */
export const fields = (options: Options, ...names: readonly string[]): Answer =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = options[name]
      if (value === undefined) return []
      const field = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
      return [[field, typeof value === 'string' && WHOLE.has(name) ? wholeOf(name, value) : value]]
    }),
  )

const WHOLE: ReadonlySet<string> = new Set(['limit', 'timeout', 'max-errors'])

const wholeOf = (name: string, value: string): number => {
  if (!/^\d{1,15}$/.test(value)) throw new UsageError(`--${name} takes a whole number, not '${value}'`)
  return Number(value)
}
