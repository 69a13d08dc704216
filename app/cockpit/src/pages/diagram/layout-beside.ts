import { pictureError } from '../../parts/picture-error.ts'
import type { ChosenTables } from './choose-tables.ts'
import type { DiagramLayout } from './layout-diagram.ts'

/**
 * `layoutDiagram` in a worker.
 *
 * @param signal ends the work.
 * @throws ApiError when the worker cannot be loaded, or fails.
 */
export const layoutBeside = async (chosen: ChosenTables, signal: AbortSignal): Promise<DiagramLayout> => {
  const worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' })
  signal.addEventListener('abort', () => {
    worker.terminate()
  })
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<DiagramLayout>) => {
        resolve(data)
      })
      worker.addEventListener('error', ({ message }) => {
        reject(pictureError(message))
      })
      worker.postMessage(chosen)
    })
  } finally {
    worker.terminate()
  }
}
