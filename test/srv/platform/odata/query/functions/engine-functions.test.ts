import { createRequire } from 'node:module'
import type {
  Argument,
  EngineFunction,
  EngineFunctions,
} from '../../../../../../srv/platform/odata/query/functions/engine-function.ts'
import { postgresFunctions } from '../../../../../../srv/platform/odata/query/functions/postgres-functions.ts'
import { sqliteFunctions } from '../../../../../../srv/platform/odata/query/functions/sqlite-functions.ts'
import { SIGNATURES } from '../../../../../../srv/platform/odata/meaning/functions.ts'

const require = createRequire(__filename)
const theirs = (path: string): Record<string, EngineFunction | undefined> =>
  require(path) as Record<string, EngineFunction | undefined>
const standard = theirs('@cap-js/db-service/lib/cql-functions.js')

const ENGINES: [string, Record<string, EngineFunction | undefined>, EngineFunctions][] = [
  ['SQLite', theirs('@cap-js/sqlite/lib/cql-functions.js'), sqliteFunctions],
  ['PostgreSQL', theirs('@cap-js/postgres/lib/cql-functions.js'), postgresFunctions],
]
/** Names, and how many arguments there are at least and at most. */
const CALLS: (readonly [name: string, least: number, most: number])[] = [
  ...[...SIGNATURES]
    .filter(([, { takes }]) => takes.length > 0)
    .map(([name, { takes, optional = 0 }]) => [name, takes.length - optional, takes.length] as const),
  ...['div', 'mod', 'modby'].map((name) => [name, 2, 2] as const),
]

const argument = (text: string): Argument => ({ ref: [text], toString: () => text }) as unknown as Argument

describe.each(ENGINES)('on %s', (_, cap, own) => {
  test.each(CALLS)('%s takes each argument once', (name, least, most) => {
    const make = own[name] ?? cap[name] ?? standard[name]
    // What has no form of its own becomes the call as it is.
    if (!make) return
    for (const count of new Set([least, most])) {
      const texts = Array.from({ length: count }, (_each, index) => `<${String(index)}>`)
      const sql = make(...texts.map(argument))
      for (const text of texts) expect([sql, sql.split(text).length - 1]).toEqual([sql, 1])
    }
  })
})
