/** Entry of the thread that parses files. Started by `EncoderThread`. */
import { parentPort, workerData } from 'node:worker_threads'
import { lowerPriority } from '../../lower-priority.ts'
import type { ReadPlan } from '../../../core/transfer/row-reader.ts'
import { AdminError } from '../../../core/errors.ts'
import { Encoder, type Reply } from './encoder.ts'

lowerPriority()

const encoder = new Encoder(workerData as ReadPlan)

// Nothing stands for the end of the file.
parentPort?.on('message', (bytes: Uint8Array | null) => {
  try {
    const rows = bytes ? encoder.push(bytes) : encoder.end()
    parentPort?.postMessage({ rows } satisfies Reply, [rows.bytes.buffer, rows.ends.buffer, rows.lines.buffer])
  } catch (error) {
    const { code, details } =
      error instanceof AdminError ? error : new AdminError('INTERNAL_ERROR', 'The file could not be read')
    parentPort?.postMessage({ failure: { code, details, message: String(error) } } satisfies Reply)
  }
})
