import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { AggregatorRegistry } from 'prom-client'
import { registry } from './registry.ts'

const ASKED = 'saga:metrics?'
const ANSWERED = 'saga:metrics'
const DEADLINE_MS = 5_000

interface Message {
  readonly type: string
  readonly text?: string
}

/** Makes the first process of several collect the metrics of all, whenever one of them asks. */
export const collectFromWorkers = (): void => {
  const all = new AggregatorRegistry()
  if (!cluster.isPrimary) return AggregatorRegistry.setRegistries(registry)
  cluster.on('message', (worker: Worker, { type }: Message) => {
    if (type !== ASKED) return
    void all.clusterMetrics().then(
      (text) => worker.send({ type: ANSWERED, text }),
      () => worker.send({ type: ANSWERED }),
    )
  })
}

/** The metrics of all workers in one text. @throws Error when they do not come in time. */
export const askForAll = async (): Promise<string> => {
  const signal = AbortSignal.timeout(DEADLINE_MS)
  process.send?.({ type: ASKED })
  for (;;) {
    const [message] = (await once(process, 'message', { signal })) as [Message]
    if (message.type === ANSWERED) {
      if (message.text === undefined) throw new Error('A worker did not tell its metrics')
      return message.text
    }
  }
}
