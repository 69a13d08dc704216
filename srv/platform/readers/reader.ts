import { type ChildProcess, fork } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { stopped } from './failures.ts'
import type { Question, Reply, Row } from './protocol.ts'

interface Waiting {
  resolve(rows: readonly Row[]): void
  reject(error: Error): void
}

/** A process that reads, one statement at a time. Only a process can be stopped in the midst of a statement. */
export class Reader {
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
