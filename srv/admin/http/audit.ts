import { statementText } from '../core/statement-text.ts'
import type { Logger } from './call.ts'
import { AdminError } from '../core/errors.ts'
import type { Principal } from '../jobs/job.ts'
import { type JsonObject, type SensitiveTable, StreamedResult } from '../operations/operation.ts'

/** What the audit tells of a call. Names of objects, statements without their values, and counts. */
export interface AuditRecord {
  readonly operationId: string
  readonly user: string
  /** Method and path of the endpoint. */
  readonly operation: string
  /** `ok`, `accepted` for work that goes on in the background, or the code of the error. */
  readonly outcome: string
  readonly durationMs: number
  readonly input: Readonly<Record<string, unknown>>
  /** Whose SQL a statement in the input is. */
  readonly engine?: (() => string) | undefined
  /** Whether a key of a changed row is not to be told. */
  readonly hidesValue?: ((table: string, column: string) => boolean) | undefined
  /** The answer, of which only the counts at the top are told. */
  readonly result: Readonly<Record<string, unknown>>
}

const OBJECT_FIELD = /schema|table|^(?:source|target|file|name|id)$/i
const COUNT_FIELD = /count|rows|records|^total|tables|bytes/i
const STATEMENT_FIELD = 'sql'
const MAX_LENGTH = 128
/** Of what changes of rows are told. */
const CHANGES_LENGTH = 4_000

/** Writes one line: `user="ada" operation="POST /import" table="Film" rowsInserted=7 outcome="ok" …`. */
export const writeAudit = (log: Logger, record: AuditRecord): void => {
  const objects = Object.entries(record.input).filter(
    ([name, value]) => OBJECT_FIELD.test(name) && typeof value === 'string',
  )
  const { [STATEMENT_FIELD]: sql } = record.input
  const counts = Object.entries(record.result).filter(([name, value]) => COUNT_FIELD.test(name) && isCount(value))
  const fields = [
    ['user', record.user],
    ['operation', record.operation],
    ...objects,
    ...(typeof sql === 'string' ? [['statement', statementText(sql, false, record.engine?.() ?? '')] as const] : []),
    ...wayOf(record).map((via) => ['via', via] as const),
    ...changesOf(record).map((text) => ['changes', text] as const),
    ...counts.map(([name, value]) => [name, Number(value)]),
    ['outcome', record.outcome],
    ['durationMs', record.durationMs],
    ['operationId', record.operationId],
  ] as const
  log.info(
    fields
      .map(
        ([name, value]) =>
          `${String(name)}=${typeof value === 'number' ? String(value) : quote(String(value), LENGTHS[String(name)] ?? MAX_LENGTH)}`,
      )
      .join(' '),
  )
}

const LENGTHS: Readonly<Record<string, number>> = { statement: Infinity, changes: Infinity }

/** By what rows are changed: a service, or the database. */
const wayOf = ({ input, result }: AuditRecord): string[] => {
  const via = result['via'] ?? input['via']
  return typeof via === 'string' && Array.isArray(input['changes']) ? [via] : []
}

type Named = Readonly<Record<string, unknown>>

/** Changes of rows: which of them, by their keys, and which columns; of keys with sensitive data that there is one. */
const changesOf = ({ input: { table, changes }, hidesValue }: AuditRecord): string[] => {
  if (!Array.isArray(changes)) return []
  const told = (changes as readonly { action: string; key?: Named; values?: Named }[]).map(
    ({ action, key, values }) => {
      const keys = Object.entries(key ?? {}).map(
        ([name, value]) => `${name}=${hidesValue?.(String(table), name) ? '***' : JSON.stringify(value)}`,
      )
      return [action, ...keys, ...(values ? [`(${Object.keys(values).join(', ')})`] : [])].join(' ')
    },
  )
  const all = told.join('; ')
  if (all.length <= CHANGES_LENGTH) return [all]
  const kept = all.slice(0, CHANGES_LENGTH)
  return [`${kept} … ${told.length} changes in all`]
}

const isCount = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^\d{1,15}$/.test(value))

// Line breaks, escapes of terminals and invisible characters could forge lines or hide parts of them.
const quote = (text: string, maxLength?: number): string =>
  JSON.stringify(text.toWellFormed().slice(0, maxLength)).replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (char) => `\\u{${char.codePointAt(0)?.toString(16) ?? ''}}`,
  )

/** A request that has read sensitive data, of somebody who sees it. */
export interface SensitiveRead {
  readonly user: Principal
  /** Method and path. */
  readonly operation: string
  readonly operationId: string
  readonly tables: readonly SensitiveTable[]
}

/** Returns when the entry is safe. */
export type RecordRead = (read: SensitiveRead) => Promise<void>

/** What one request reads of sensitive data. */
export interface SensitiveReads {
  readonly note: (found: SensitiveTable) => void
  /** Makes the one entry of the request, if it has read any. */
  readonly record: () => Promise<void>
}

/** @returns undefined where reads are not recorded. */
export const sensitiveReads = (
  record: RecordRead | undefined,
  { user, operationId }: { readonly user: Principal; readonly operationId: string },
  operation: string,
): SensitiveReads | undefined => {
  if (!record) return undefined
  const tables = new Map<string, SensitiveTable>()
  return {
    note: (found) => {
      tables.set(JSON.stringify([found.schema, found.table]), found)
    },
    record: async () => {
      if (tables.size === 0) return
      await record({ user, operation, operationId, tables: [...tables.values()] }).catch((cause: unknown) => {
        throw new AdminError(
          'INTERNAL_ERROR',
          'The read of sensitive data cannot be recorded, so nothing is answered',
          { cause },
        )
      })
    },
  }
}

/** Nothing is answered before the entry is safe, nor without it. */
export const recorded = async (
  work: Promise<JsonObject | StreamedResult>,
  reads: SensitiveReads,
): Promise<JsonObject | StreamedResult> => {
  const result = await work
  try {
    await reads.record()
  } catch (error) {
    if (result instanceof StreamedResult) await result.chunks[Symbol.asyncIterator]().return?.()
    throw error
  }
  return result
}
