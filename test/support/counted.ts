import type { Database, Session } from '../../srv/admin/database/session.ts'
import type { TestEngine } from './engines.ts'

/** What operations have asked a database for. */
export interface Counts {
  transactions: number
  readonly statements: string[]
}

/** An engine whose reads are counted. */
export const counted = (engine: TestEngine, counts: Counts): TestEngine => {
  const { database } = engine
  const read: Database['read'] = (options, work) => {
    counts.transactions++
    return database.read(options, (session) =>
      work(
        new Proxy(session, {
          get: (target, name) => {
            const member = Reflect.get(target, name, target) as unknown
            if (typeof member !== 'function') return member
            return (...given: Parameters<Session['query']>) => {
              if (name === 'query' || name === 'stream') counts.statements.push(given[0].sql)
              return (member as (...all: unknown[]) => unknown).apply(target, given)
            }
          },
        }),
      ),
    )
  }
  return {
    ...engine,
    database: new Proxy(database, {
      get: (target, name) => (name === 'read' ? read : Reflect.get(target, name, target)),
    }),
  }
}
