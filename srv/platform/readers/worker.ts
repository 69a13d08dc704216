/** Entry of a reader process: answers one question after the other, and ends with its parent. */
import { setPriority } from 'node:os'
import process from 'node:process'
import { Worker } from 'node:worker_threads'
import { Connection, failureOf } from './connection.ts'
import type { Question, Reply } from './protocol.ts'

/** Of the range from -20 to 19: the server's own process goes first. */
const PRIORITY = 5
const LOOK_MS = 1_000

/** In the midst of a statement nothing else is heard, such as that the parent was killed. */
const ENDS_WITH_PARENT = `
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  }, ${LOOK_MS})
`

try {
  setPriority(PRIORITY)
} catch {
  // Not granted: it is as urgent as all else then.
}
new Worker(ENDS_WITH_PARENT, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 8, stackSizeMb: 1 } }).unref()

const connection = new Connection()

const answer = (question: Question): Reply => {
  try {
    return { rows: connection.read(question) }
  } catch (error) {
    return { failure: failureOf(error) }
  }
}

process.on('message', (question: Question) => {
  process.send?.(answer(question))
})
process.on('disconnect', () => {
  process.exit()
})
