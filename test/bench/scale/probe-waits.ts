/** Entry of the thread that asks for something all the time: told to begin, and then to tell how long the longest took. */
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const PAUSE_MS = 10

const agent = new Agent({ keepAlive: true })
let longest = 0
let asked = 0

parentPort?.on('message', (message: 'begin' | 'tell') => {
  if (message === 'begin') longest = 0
  else parentPort?.postMessage(Math.max(longest, asked === 0 ? 0 : performance.now() - asked))
})
parentPort?.postMessage('begun')
for (;;) {
  asked = performance.now()
  const [answer] = (await once(get(workerData as string, { agent }), 'response')) as [IncomingMessage]
  await once(answer.resume(), 'end')
  longest = Math.max(longest, performance.now() - asked)
  asked = 0
  await setTimeout(PAUSE_MS)
}
