import { Session } from 'node:inspector/promises'
import cds from '@sap/cds'

/** For what comes right after the start to be over. */
const DELAY_MS = 1_000

/** Collects all garbage of this process. It pauses everything else, for about 0.1 s after a start. */
export const collectGarbage = async (): Promise<void> => {
  const session = new Session()
  session.connect()
  try {
    await session.post('HeapProfiler.collectGarbage')
  } finally {
    session.disconnect()
  }
}

/**
 * Gives the memory back that only the start has needed, a third of all: V8 would keep it until there is much to do. To be
 * called before the server starts.
 */
export const giveBackMemory = (): void => {
  cds.once('listening', () => {
    setTimeout(() => void collectGarbage(), DELAY_MS).unref()
  })
}
