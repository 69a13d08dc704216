import cluster from 'node:cluster'

const TOLD = 'saga:workers'

/** How many processes of a server serve, and how many there should be. */
export interface WorkerCount {
  readonly running: number
  readonly wanted: number
}

let count: WorkerCount | undefined

/** Tells all workers; to be called by the process that holds them. */
export const tellWorkers = ({ running, wanted }: WorkerCount): void => {
  for (const worker of Object.values(cluster.workers ?? {}))
    // One that is just ending is told nothing any more.
    if (worker?.isConnected()) worker.process.send({ type: TOLD, running, wanted }, () => undefined)
}

/** Has a worker listen to what it is told. */
export const hearOfWorkers = (): void => {
  if (!cluster.isWorker) return
  process.on('message', (message: { readonly type?: string } & WorkerCount) => {
    if (message.type === TOLD) count = { running: message.running, wanted: message.wanted }
  })
}

/** What a worker was told last; undefined where the server is one process. */
export const workerCount = (): WorkerCount | undefined => count
