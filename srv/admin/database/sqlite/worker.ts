/** Entry of the process that a SQLite connection runs in. Started by `ChildChannel`; ends with its parent. */
import { lowerPriority } from '../lower-priority.ts'
import { SqliteConnection } from './connection.ts'
import type { Ask, RequestType } from './protocol.ts'

lowerPriority()

const connection = new SqliteConnection()

process.on('message', ({ type, ask }: { type: RequestType; ask: Ask<RequestType> }) => {
  try {
    process.send?.({ answer: connection.handle(type, ask) })
  } catch (error) {
    process.send?.({ failure: connection.failure(error) })
  }
})
process.on('disconnect', () => {
  process.exit()
})
