import { type ChildProcess, fork } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { busy, stopped, type Question, type Row, type Reply } from './protocol.ts'
import type { ReaderSettings } from './settings.ts'

interface Waiting {
  resolve(rows: readonly Row[]): void
  reject(error: Error): void
}

/** A process that reads, one statement at a time. Only a process can be stopped in the midst of a statement. */
class Reader {
  readonly #child: ChildProcess
  #waiting: Waiting | undefined

  /** @param onEnd told when the process has ended, for whatever reason. */
  constructor(onEnd: () => void) {
    this.#child = fork(fileURLToPath(new URL('./worker.ts', import.meta.url)), {
      execArgv: ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=4'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    let isOver = false
    const end = (): void => {
      if (isOver) return
      isOver = true
      process.off('exit', this.stop)
      this.#settle()?.reject(stopped('The process that read has ended'))
      onEnd()
    }
    this.#child.once('error', end).once('exit', end)
    this.#child.on('message', (reply: Reply) => {
      const waiting = this.#settle()
      if ('rows' in reply) waiting?.resolve(reply.rows)
      else waiting?.reject(Object.assign(new Error(reply.failure.message), reply.failure))
    })
    this.#child.unref()
    this.#child.channel?.unref()
    process.on('exit', this.stop)
  }

  /** @throws Error of SQLite, or of a process that was stopped. */
  read(question: Question): Promise<readonly Row[]> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      // Who waits for an answer does not end.
      this.#child.channel?.ref()
      this.#child.send(question, (error) => {
        if (error) this.stop()
      })
    })
  }

  /** At once, whatever runs. */
  readonly stop = (): void => {
    this.#child.kill('SIGKILL')
  }

  #settle(): Waiting | undefined {
    const waiting = this.#waiting
    this.#waiting = undefined
    this.#child.channel?.unref()
    return waiting
  }
}

/** A read that waits or is under way. */
interface Job {
  readonly question: Question
  readonly isLong: boolean
  readonly resolve: (rows: readonly Row[]) => void
  readonly reject: (error: Error) => void
  timer: NodeJS.Timeout
  reader?: Reader
}

/**
 * Processes that read, started when they are needed. Long reads leave one of them to the others. Nobody waits longer
 * than he is told, and nothing runs longer.
 */
export class ReaderPool {
  readonly #settings: ReaderSettings
  readonly #readers = new Set<Reader>()
  /** With the timer that ends each; the last one was used last. */
  readonly #idle = new Map<Reader, NodeJS.Timeout>()
  readonly #running = new Set<Job>()
  readonly #waiting = new Set<Job>()
  #isClosed = false

  constructor(settings: ReaderSettings) {
    this.#settings = settings
  }

  /**
   * @param onStop is given a function that gives the read up.
   * @throws Error of SQLite; its codes for busy and interrupted when the read was not begun or not finished.
   */
  read(question: Question, isLong: boolean, onStop?: (stop: () => void) => void): Promise<readonly Row[]> {
    const { waiting, waitMs } = this.#settings
    if (this.#isClosed) return Promise.reject(stopped('The server is stopping'))
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#leave(job, busy()), waitMs)
      const job: Job = { question, isLong, resolve, reject, timer }
      this.#waiting.add(job)
      onStop?.(() => this.#leave(job, stopped('Nobody waits for the answer')))
      this.#next()
      if (this.#waitingLike(job) > waiting) this.#leave(job, busy())
    })
  }

  close(): void {
    this.#isClosed = true
    for (const job of [...this.#waiting, ...this.#running]) this.#leave(job, stopped('The server is stopping'))
    for (const reader of this.#readers) reader.stop()
  }

  /** At this moment. */
  get usage(): { processes: number; running: number; waiting: number } {
    return { processes: this.#readers.size, running: this.#running.size, waiting: this.#waiting.size }
  }

  /** Begins what can begin: those that are not long go first. */
  #next(): void {
    for (const job of [...this.#waiting].sort((a, b) => Number(a.isLong) - Number(b.isLong))) {
      if (this.#running.size >= this.#settings.processes) return
      if (job.isLong && this.#longs >= this.#settings.processes - 1) return
      void this.#run(job)
    }
  }

  /** Long reads and others do not take each other's places. */
  #waitingLike({ isLong }: Job): number {
    return [...this.#waiting].filter((job) => job.isLong === isLong).length
  }

  get #longs(): number {
    return [...this.#running].filter(({ isLong }) => isLong).length
  }

  async #run(job: Job): Promise<void> {
    const reader = this.#take()
    this.#waiting.delete(job)
    this.#running.add(job)
    clearTimeout(job.timer)
    job.reader = reader
    job.timer = setTimeout(() => this.#leave(job, stopped('The read took too long')), this.#settings.timeoutMs)
    try {
      job.resolve(await reader.read(job.question))
    } catch (error) {
      job.reject(error as Error)
    }
    clearTimeout(job.timer)
    this.#running.delete(job)
    if (this.#readers.has(reader)) this.#rest(reader)
    this.#next()
  }

  /** A job that is under way is over when its process has ended, which makes room for the next. */
  #leave(job: Job, error: Error): void {
    clearTimeout(job.timer)
    this.#waiting.delete(job)
    job.reject(error)
    if (job.reader && this.#running.has(job)) job.reader.stop()
  }

  #take(): Reader {
    const [last] = [...this.#idle].at(-1) ?? []
    if (last) {
      clearTimeout(this.#idle.get(last))
      this.#idle.delete(last)
      return last
    }
    const reader = new Reader(() => {
      this.#readers.delete(reader)
      clearTimeout(this.#idle.get(reader))
      this.#idle.delete(reader)
    })
    this.#readers.add(reader)
    return reader
  }

  #rest(reader: Reader): void {
    const end = (): void => {
      this.#idle.delete(reader)
      reader.stop()
    }
    this.#idle.set(reader, setTimeout(end, this.#settings.idleMs).unref())
  }
}
