/**
 * Entry of the process that a SQLite connection runs in. Started by `ChildChannel`, with `urgent` when its reads do not go
 * behind requests; ends with its parent.
 */
import { flushCompileCache } from 'node:module'
import { releaseBytes } from '../../core/streams.ts'
import { lowerPriority } from '../lower-priority.ts'
import { SqliteConnection } from './connection.ts'
import type { Answer, Ask, RequestType } from './protocol.ts'
import { writeText } from './text.ts'

if (process.argv[2] !== 'urgent') lowerPriority()

const connection = new SqliteConnection()

const answer = async ({ type, ask }: { type: RequestType; ask: Ask<RequestType> }): Promise<void> => {
  try {
    const answer = connection.handle(type, ask)
    if (type !== 'fetchText') return void process.send?.({ answer })
    const { text, ...rest } = answer as Answer<'fetchText'>
    process.send?.({ ...rest, textLength: text.byteLength })
    await writeText(text)
    releaseBytes(text)
  } catch (error) {
    process.send?.({ failure: connection.failure(error) })
  }
}

let last = Promise.resolve()
process.on('message', (request: { type: RequestType; ask: Ask<RequestType> }) => {
  last = last.then(() => answer(request))
})
process.on('disconnect', () => {
  process.exit()
})
flushCompileCache() // Node would do it at an ordinary end, and most processes are killed
