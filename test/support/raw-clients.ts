/** Clients on bare sockets that do what no honest client does: send much at once, read nothing, and leave. */
import { once } from 'node:events'
import { readFileSync, readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** A request as it goes over the wire. */
export const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`

/** Connects, sends, and never reads. */
export const neverReading = async (url: string, text: string): Promise<Socket> => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined)
  await Promise.race([once(socket, 'connect'), once(socket, 'close')])
  socket.pause()
  socket.write(text)
  return socket
}

/** Connects, sends, and tells all that comes until the server closes the connection, or so many bytes have come. */
export const hear = async (url: string, text: string, enough: (heard: string) => boolean): Promise<string> => {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined)
  let heard = ''
  socket.setEncoding('latin1').on('data', (data: string) => {
    heard += data
    if (enough(heard)) socket.destroy()
  })
  socket.write(text, 'latin1')
  await once(socket, 'close')
  return heard
}

/** Files, sockets and the like that a process has open. */
export const openHandles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

export const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024

/** Waits until something is so. @throws Error if it is not in time. */
export const eventually = async (isSo: () => boolean | Promise<boolean>, withinMs = 10_000): Promise<void> => {
  const deadline = performance.now() + withinMs
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error('not in time')
    await setTimeout(50)
  }
}

/** Asks for the health of a server again and again, until it is told to stop. */
export const watchHealth = (url: string): { stop: () => Promise<{ slowestMs: number; failures: number }> } => {
  let isOver = false
  let slowestMs = 0
  let failures = 0
  const watch = async (): Promise<void> => {
    while (!isOver) {
      const started = performance.now()
      const status = await fetch(`${url}/health`).then(
        (answer) => answer.text().then(() => answer.status),
        () => 0,
      )
      if (status !== 200) failures++
      slowestMs = Math.max(slowestMs, performance.now() - started)
      await setTimeout(20)
    }
  }
  const watching = watch()
  return {
    stop: async () => {
      isOver = true
      await watching
      return { slowestMs, failures }
    },
  }
}
