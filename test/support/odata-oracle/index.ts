/** Random requests to two servers, on SQLite and PostgreSQL, against what they must answer. */
import { randomBy } from '../concurrency/draw.ts'
import type { App } from '../app.ts'
import { startModel } from '../model-server.ts'
import { type Answer, send } from '../odata.ts'
import { DATABASES } from '../server-on.ts'
import type { Dice } from './expressions.ts'
import { type Request, Requests } from './requests.ts'
import { SEED } from './rows.ts'

/** Drawn by a seed. */
export const diceOf = (seed: number): Dice => {
  const random = randomBy(seed)
  const below = (end: number): number => Math.floor(random() * end)
  return { below, chance: (of) => random() < of, pick: (items) => items[below(items.length)]! }
}

const escaped = (path: string): string => path.replaceAll(/[^\w$&=?/(),:;.'*@-]+/gu, encodeURIComponent)

/** Numbers as far as every engine calculates them, moments to the millisecond; without control information but counts. */
const plain = (text: string): unknown =>
  JSON.parse(text, (name, value: unknown) => {
    if (name.includes('@') && !name.endsWith('@odata.count')) return undefined
    return typeof value === 'number' ? Number(value.toPrecision(13)) : value
  })

const told = (value: unknown, isOrdered: boolean): string => {
  const sorted = (each: unknown): unknown =>
    Array.isArray(each)
      ? each.map(sorted)
      : each !== null && typeof each === 'object'
        ? Object.fromEntries(
            Object.entries(each)
              .map(([name, field]) => [name, sorted(field)] as const)
              .toSorted(([a], [b]) => (a < b ? -1 : 1)),
          )
        : each
  const all = sorted(value) as { value?: unknown[] }
  if (isOrdered || !all.value) return JSON.stringify(all)
  return JSON.stringify({ ...all, value: all.value.map((row) => JSON.stringify(row)).toSorted() })
}

/** Both servers. */
export interface OracleServers {
  ask(path: string): Promise<readonly Answer[]>
  stop(): Promise<void>
}

export const startOracleServers = async (): Promise<OracleServers> => {
  const servers = await Promise.all(DATABASES.map((database) => startModel('structured-model', database)))
  const both = (method: string, path: string, body?: unknown): Promise<readonly Answer[]> =>
    Promise.all(
      servers.map(({ url }) => send({ url } as unknown as App, method, `/odata/v4/shop/${escaped(path)}`, { body })),
    )
  const stop = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.stop()))
  }
  for (const [set, body] of SEED)
    for (const { status, text } of await both('POST', set, body))
      if (status !== 201) {
        await stop()
        throw new Error(text)
      }
  return { ask: (path) => both('GET', path), stop }
}

/** What is wrong about the answers to a request, if anything. */
export async function problemOf(
  servers: OracleServers,
  { path, expected, isOrdered, wrong }: Request,
): Promise<string | undefined> {
  const answers = await servers.ask(path)
  if (wrong !== undefined) {
    const [first] = answers
    const isTold = ({ status, text }: Answer): boolean => status === 400 && text.includes(wrong) && text === first?.text
    return answers.every(isTold) ? undefined : `${path}\n  ${answers.map(({ text }) => text).join('\n  ')}`
  }
  const wanted = told(plain(JSON.stringify(expected)), isOrdered)
  for (const [index, { status, text }] of answers.entries()) {
    const found = status === 200 ? told(plain(text), isOrdered) : `${String(status)} ${text}`
    if (found !== wanted) return `${DATABASES[index]!}: ${path}\n  ${found}\n  ${wanted}`
  }
  return undefined
}

/** Requests on their way at a time. */
const LANES = 4

/** So many requests from a seed, and what is wrong about their answers. */
export async function tryRequests(servers: OracleServers, seed: number, count: number): Promise<string[]> {
  const requests = new Requests(diceOf(seed))
  const problems: string[] = []
  let left = count
  const run = async (): Promise<void> => {
    while (left-- > 0) {
      const problem = await problemOf(servers, requests.next())
      if (problem !== undefined) problems.push(problem)
    }
  }
  await Promise.all(Array.from({ length: LANES }, run))
  return problems
}
