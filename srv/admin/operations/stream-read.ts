import { Rendezvous } from '../core/rendezvous.ts'
import type { Database, Session, WorkOptions } from '../database/session.ts'
import { AdminError } from '../core/errors.ts'

/**
 * Items that are made within one unit of work of the database, which lasts as long as somebody reads them. Leaving ends
 * the work in the database, and so does the signal, even if the reader is stuck and never comes back.
 */
export async function* streamRead<T>(
  database: Database,
  { signal, timeoutMs }: WorkOptions,
  produce: (session: Session) => AsyncIterable<T>,
): AsyncGenerator<T, undefined, undefined> {
  const left = new AbortController()
  const items = new Rendezvous<T>()
  const ended = AbortSignal.any([signal, left.signal])
  const close = (): void => items.close()
  ended.addEventListener('abort', close, { once: true })
  const work = database.read({ signal: ended, timeoutMs }, async (session) => {
    for await (const item of produce(session)) if (!(await items.put(item))) return
  })
  const settled = work.then(
    () => items.end(),
    (error: unknown) => items.fail(error),
  )
  try {
    for (;;) {
      const item = await items.take()
      if (!item) return undefined
      yield item.value
    }
  } finally {
    left.abort(new AdminError('OPERATION_CANCELLED', 'The result was not read to its end'))
    await settled
    ended.removeEventListener('abort', close)
  }
}
