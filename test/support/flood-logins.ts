/** Guesses of passwords in numbers from one network, while people of another log in. */
import { randomUUID } from 'node:crypto'
import { get } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { hashPassword } from '../../srv/platform/identity/password-login.ts'
import { type Database, startServerOn } from './server-on.ts'
import { basic } from './users.ts'
import type { ServerProcess } from './server-process.ts'

const FLOOD = '127.0.0.2'
const HOME = '127.0.0.3'
const PATHS = ['/odata/v4/SagaFilm/Film?$top=1', '/api/v1/dbInfo']
const pathOf = (turn: number): string => PATHS[turn % 2]!

export interface Flooded {
  /** How often guesses were answered by which status; 0 for none. */
  readonly guesses: Readonly<Record<number, number>>
  /** What people were answered who logged in for the first time, and who had before. */
  readonly firstLogins: readonly number[]
  readonly laterLogins: readonly number[]
  readonly slowestLoginMs: number
  /** What the server wrote of credentials that it could not check, or of a database that it thought lost. */
  readonly complaints: readonly string[]
}

const statusOf = (url: string, localAddress: string, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve) => {
    get(url, { localAddress, headers: { ...headers, connection: 'close' }, agent: false }, (response) => {
      response
        .resume()
        .on('end', () => {
          resolve(response.statusCode ?? 0)
        })
        .on('error', () => {
          resolve(0)
        })
    }).on('error', () => {
      resolve(0)
    })
  })

const userNames = (count: number): string[] => Array.from({ length: count }, (_, n) => `person ${n}`)

/** A server with so many users, whose passwords are their names. */
export const startServerWithUsers = async (database: Database, count: number): Promise<ServerProcess> => {
  const entry = async (name: string) =>
    [name, { roles: ['viewer'], development: true, hash: await hashPassword(name) }] as const
  const users = Object.fromEntries(await Promise.all(userNames(count).map(entry)))
  return startServerOn(database, { CDS_CONFIG: JSON.stringify({ requires: { auth: { users } } }) })
}

/**
 * @param connections guesses that are under way at the same moment.
 * @param rounds how many guesses each of them makes.
 * @param logins first logins of people, each of another one of the server's users, and as many later ones.
 */
export async function floodLogins(
  server: ServerProcess,
  connections: number,
  rounds: number,
  logins: number,
): Promise<Flooded> {
  const guesses: Record<number, number> = {}
  const guess = async (first: number): Promise<void> => {
    for (let turn = first; turn < first + rounds; turn++) {
      const status = await statusOf(server.url + pathOf(turn), FLOOD, basic(randomUUID()))
      guesses[status] = (guesses[status] ?? 0) + 1
    }
  }
  let slowestLoginMs = 0
  const logIn = async (name: string, turn: number): Promise<number> => {
    const started = performance.now()
    const status = await statusOf(server.url + pathOf(turn), HOME, basic(name))
    slowestLoginMs = Math.max(slowestLoginMs, performance.now() - started)
    return status
  }
  const [known = '', ...others] = userNames(logins + 1)
  await logIn(known, 0)
  const flood = Promise.all(Array.from({ length: connections }, (_, turn) => guess(turn)))
  const [firstLogins, laterLogins]: number[][] = [[], []]
  for (const [turn, name] of others.entries()) {
    firstLogins?.push(await logIn(name, turn))
    laterLogins?.push(await logIn(known, turn))
    await setTimeout(50)
  }
  await flood
  const complaints = server.output().match(/^.*(?:could not be checked|counted by each process|unhandled).*$/gm) ?? []
  return { guesses, firstLogins: firstLogins ?? [], laterLogins: laterLogins ?? [], slowestLoginMs, complaints }
}
