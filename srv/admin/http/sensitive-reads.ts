import { AdminError } from '../core/errors.ts'
import type { Principal } from '../jobs/job.ts'
import { type JsonObject, type SensitiveTable, StreamedResult } from '../operations/operation.ts'

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
  reads: SensitiveReads | undefined,
): Promise<JsonObject | StreamedResult> => {
  const result = await work
  try {
    await reads?.record()
  } catch (error) {
    if (result instanceof StreamedResult) await result.chunks[Symbol.asyncIterator]().return?.()
    throw error
  }
  return result
}
