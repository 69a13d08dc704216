/** Entry of the process that a SQLite connection runs in. Started by `ChildChannel`; ends with its parent. */
import { SqliteConnection } from './connection.ts'
import type { Ask, RequestType } from './protocol.ts'

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
