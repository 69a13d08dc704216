/** Entry of the thread that reads rows and tests their values: a long text against a hard pattern keeps nobody waiting. */
import { parentPort, workerData } from 'node:worker_threads'
import { lowerPriority } from '../../database/lower-priority.ts'
import type { Findings } from './findings.ts'
import { RowTally, type TallyPlan } from './row-tally.ts'

/** First what is wrong with each rule, then a word on each part, at last what was found. */
export type WorkerAnswer =
  | { readonly problems: readonly (string | null)[] }
  | { readonly totalRows: number; readonly isDone: boolean }
  | { readonly findings: Findings }

lowerPriority()

const tally = new RowTally(workerData as TallyPlan)
const answer = (message: WorkerAnswer): void => parentPort?.postMessage(message)

// Nothing stands for the end of the rows.
parentPort?.on('message', (text: Uint8Array | null) => {
  if (text === null) answer({ findings: tally.findings })
  else {
    tally.push(text)
    answer({ totalRows: tally.totalRows, isDone: tally.isDone })
  }
})
answer({ problems: tally.problems })
