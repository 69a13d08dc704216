import { VIEWS_BEYOND } from '../support/hana/views-beyond.ts'
import type { Attempt } from './recording-driver.ts'

/** A line of the table: a statement, or what was tried with several. */
export interface Line {
  readonly kind: 'trial' | 'operation' | 'prepared' | 'run' | 'odata'
  readonly text: string
  /** Null is well; a view that only some installations have may be absent. */
  readonly problem: string | null
  readonly isAbsent?: boolean
  /** The user lacks a privilege, which is no fault of the statement. */
  readonly isDenied?: boolean
}

const INVALID_TABLE = 259
const INVALID_SCHEMA = 362

export const lineOf = (kind: Line['kind'], { sql, error }: Attempt): Line => {
  const { code, message } = (error ?? {}) as { code?: number | string; message?: string }
  const isOptional = Object.keys(VIEWS_BEYOND).some((view) => view !== 'SYS.DUMMY' && sql.includes(view))
  const isAbsent = isOptional && (code === INVALID_TABLE || code === INVALID_SCHEMA)
  const problem = error === null ? null : `${code === undefined ? '' : `${String(code)} `}${message ?? ''}`
  return { kind, text: sql.replace(/\s+/g, ' ').trim(), problem, isAbsent }
}

export const trial = async (text: string, work: () => Promise<unknown>): Promise<Line> =>
  work().then(
    () => ({ kind: 'trial', text, problem: null }),
    (error: unknown) => ({ kind: 'trial', text, problem: messageOf(error) }),
  )

/** With the words of the server, which the API keeps to itself. */
export const messageOf = (error: unknown): string => {
  const { message, cause } = error as { message?: string; cause?: unknown }
  const { code, message: said } = (cause ?? {}) as { code?: number | string; message?: string }
  return [message, ...(said === undefined ? [] : [`(${String(code ?? '')} ${said})`])].join(' ')
}
