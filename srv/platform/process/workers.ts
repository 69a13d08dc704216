import cluster, { type Worker } from 'node:cluster'
import cds from '@sap/cds'

const FIRST_MS = 250
const LONGEST_MS = 30_000
const SOON_MS = 1_000
/** What has run for so long did not end because of how it started. */
const LIVED_MS = 60_000

/** How long to wait before something that has ended is started again: twice as long each time that it did not last. */
export class Backoff {
  #nextMs = FIRST_MS

  /**
   * @param livedMs how long it has run this time.
   * @param isAlone whether there is nothing beside it: then it is never waited long, however often it has ended.
   * @returns milliseconds.
   */
  next(livedMs: number, isAlone = false): number {
    if (livedMs >= LIVED_MS) this.#nextMs = FIRST_MS
    const waitMs = isAlone ? Math.min(this.#nextMs, SOON_MS) : this.#nextMs
    this.#nextMs = Math.min(LONGEST_MS, 2 * this.#nextMs)
    return waitMs
  }
}

const TOLD = 'saga:workers'

/** How many processes of a server serve, and how many there should be. */
interface WorkerCount {
  readonly running: number
  readonly wanted: number
}

let count: WorkerCount | undefined

/** Tells all workers; to be called by the process that supervises them. */
const tellWorkers = ({ running, wanted }: WorkerCount): void => {
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

/** One of the processes that there should be, whichever one it is at the moment. */
interface Place {
  readonly number: number
  readonly backoff: Backoff
  startedMs: number
  isListening: boolean
}

/**
 * Where the server runs in several processes (`CDS_WORKERS`), the first one only supervises the others: it starts one again
 * that has ended, the last one soon, however often it has, passes the wish to stop on to all of them, and ends when
 * they have. If one ends before any has listened, the server cannot start, and ends as well.
 */
export const superviseWorkers = (wanted: number): void => {
  const log = cds.log('process')
  const places = new Map<Worker, Place>()
  const restarts = new Set<NodeJS.Timeout>()
  let [started, hasListened] = [0, false]
  let stopSignal: NodeJS.Signals | undefined

  const tell = (): void =>
    tellWorkers({ running: [...places.values()].filter(({ isListening }) => isListening).length, wanted })
  const stop = (signal: NodeJS.Signals): void => {
    stopSignal = signal
    for (const restart of restarts) clearTimeout(restart)
    restarts.clear()
    // ^C reaches the workers by itself.
    if (signal !== 'SIGINT') for (const worker of places.keys()) worker.process.kill(signal)
    if (places.size === 0) process.exit()
  }
  const startAgain = (place: Place): void => {
    const waitMs = place.backoff.next(performance.now() - place.startedMs, places.size === 0)
    const restart = setTimeout(() => {
      restarts.delete(restart)
      settle(cluster.fork({ id: place.number }), place)
    }, waitMs)
    restarts.add(restart)
    log.error(`worker ${place.number} is started again in ${waitMs} ms`)
  }
  const settle = (worker: Worker, place: Place): void => {
    if (places.has(worker)) return
    places.set(worker, Object.assign(place, { startedMs: performance.now(), isListening: false }))
    worker.on('error', (error) => {
      if (worker.process.pid === undefined) ended(worker, `could not be started: ${error.message}`)
    })
  }
  /** @param isFault whether nobody has asked for it. */
  const ended = (worker: Worker, how: string, isFault = true): void => {
    const place = places.get(worker)
    places.delete(worker)
    if (!place) return
    if (isFault) log.error(`worker ${place.number} (process ${worker.process.pid ?? 'none'}) ${how}`)
    if (stopSignal) {
      if (isFault) process.exitCode = 1
      if (places.size === 0) process.exit()
    } else if (hasListened) {
      tell()
      startAgain(place)
    } else {
      process.exitCode = 1
      stop('SIGTERM')
    }
  }

  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) process.on(signal, stop)
  // CAP would end this process a second after the signal, whatever the others still answer.
  Object.assign(cds.env['server'] as object, { force_exit_timeout: 0 })
  cluster.on('fork', (worker) => {
    if (!places.has(worker))
      settle(worker, { number: ++started, backoff: new Backoff(), startedMs: 0, isListening: false })
  })
  cluster.on('listening', (worker) => {
    const place = places.get(worker)
    if (place) place.isListening = hasListened = true
    tell()
  })
  cluster.on('exit', (worker, code: number | null, signal: NodeJS.Signals | null) => {
    const isAsked = stopSignal !== undefined && (code === 0 || signal === stopSignal)
    ended(worker, signal === null ? `has ended with exit code ${code}` : `was ended by ${signal}`, !isAsked)
  })
}
