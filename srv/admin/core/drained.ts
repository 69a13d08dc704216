/** A stream that is written to; an answer over HTTP is one, too. */
export interface Written {
  readonly destroyed: boolean
  once(event: 'drain' | 'close', listener: () => void): unknown
  off(event: 'drain' | 'close', listener: () => void): unknown
}

const EVENTS = ['drain', 'close'] as const

/**
 * Until a stream that has said it is full takes more, or nothing any more: a destroyed stream says so once, and whoever
 * listens only then would wait for ever.
 *
 * @param signal ends the waiting as well.
 */
export const drained = (stream: Written, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      for (const event of EVENTS) stream.off(event, end)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    for (const event of EVENTS) stream.once(event, end)
    signal?.addEventListener('abort', end, { once: true })
    if (stream.destroyed || signal?.aborted) end()
  })
