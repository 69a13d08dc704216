import type { GraphLayout } from '../../parts/graph/graph-content.tsx'
import type { ChosenTables } from './choose-tables.ts'
import type { PlacedTable } from './layout-diagram.ts'

/**
 * `layoutDiagram` in a worker.
 *
 * @param signal ends the work.
 * @throws Error when the worker cannot be loaded, or fails.
 */
export const layoutBeside = async (chosen: ChosenTables, signal: AbortSignal): Promise<GraphLayout<PlacedTable>> => {
  const worker = new Worker(new URL('./layout-worker.ts', import.meta.url), { type: 'module' })
  signal.addEventListener('abort', () => {
    worker.terminate()
  })
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<GraphLayout<PlacedTable>>) => {
        resolve(data)
      })
      worker.addEventListener('error', ({ message }) => {
        reject(new Error(`The picture cannot be drawn: ${message}`))
      })
      worker.postMessage(chosen)
    })
  } finally {
    worker.terminate()
  }
}
