/** Asks the administration API for anything, and tells which answers are none that it promises. */
import { join } from 'node:path'
import fc from 'fast-check'
import { ERRORS } from '../../srv/admin/core/errors.ts'
import { adminRequests, type ApiDescription } from './admin-fuzz-requests.ts'
import { exchange, type Reply } from './exchange.ts'
import { basic } from './users.ts'

const LANES = 2

/** What only the inside of the server knows. */
const INSIDE = /\n\s+at |\\n\s+at |\.[cm]?[jt]s:\d+|INSERT INTO|node_modules|node:internal|TypeError|RangeError/

/** Errors that nothing in a request may cause. */
const FAULTS: readonly string[] = ['INTERNAL_ERROR', 'DATABASE_ERROR', 'DATABASE_UNAVAILABLE', 'IDENTITY_UNAVAILABLE']

/** The statements that run are what the answer about sessions is for. */
const SESSION_STATEMENT = /(?<="statement":)"(?:[^"\\]|\\.)*"/g

const findProblem = ({ status, text, type }: Reply, told: string, operation: string): string | undefined => {
  const leak = INSIDE.exec(operation === 'GET /sessions' ? text.replaceAll(SESSION_STATEMENT, '""') : text)?.[0]
  if (leak !== undefined && !told.includes(leak)) return `tells "${leak}"`
  if (status < 400) return undefined
  if (!type.startsWith('application/json')) return `${status} as ${type}`
  const body = JSON.parse(text) as Record<string, unknown>
  const { code } = body
  if (typeof code !== 'string' || !Object.hasOwn(ERRORS, code)) return `${status} with the code ${String(code)}`
  if (ERRORS[code as keyof typeof ERRORS][0] !== status || FAULTS.includes(code)) return `${status} ${code}`
  const isComplete = ['error', 'details', 'timestamp'].every((name) => typeof body[name] === 'string')
  return isComplete && body['success'] === false ? undefined : 'an incomplete body'
}

export interface AdminFuzzReport {
  /** How many answers there were by operation and outcome, such as `POST /export 200`. */
  readonly outcomes: Readonly<Record<string, number>>
  readonly problems: readonly string[]
}

/** Settings that let one caller ask as fast as it can: work left in the background refuses none. @param folder where the API may keep its files. */
export const unlimited = (folder: string): Record<string, string> => {
  const rateLimit = { requests: 1_000_000, requestsPerAddress: 1_000_000 }
  return {
    CDS_CONFIG: JSON.stringify({
      admin: {
        rateLimit,
        heavy: { perCaller: 100, total: 100 },
        files: join(folder, 'files'),
        schemas: join(folder, 'schemas'),
      },
    }),
  }
}

export async function fuzzAdmin(url: string, seed: number, count: number): Promise<AdminFuzzReport> {
  const { authorization } = basic('admin')
  const description = JSON.parse((await exchange(url, '', { path: '/api/v1/openapi.json' })).text) as ApiDescription
  for (const [name, body] of Object.entries({
    'good.csv': 'ID,name\n1,x\n',
    'bad.csv': 'name,name\n"x\n1',
    'rows.json': '[{"name":"x"},{"name":1,"mass":"y"}]',
  }))
    await exchange(url, '', {
      method: 'PUT',
      path: `/api/v1/files/${name}?overwrite=true`,
      headers: { authorization },
      body,
    })
  const outcomes: Record<string, number> = {}
  const problems: string[] = []
  const waiting = fc.sample(adminRequests(description, authorization), { seed, numRuns: count }).values()
  const lane = async (): Promise<void> => {
    for (const request of waiting) {
      const told = JSON.stringify(request)
      try {
        const reply = await exchange(url, '', request)
        const operation = `${request.method ?? ''} ${/^\/api\/v1(\/\w+)/.exec(request.path ?? '')?.[1] ?? ''}`
        const outcome = `${operation} ${reply.status}`
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
        const problem = findProblem(reply, told, operation)
        if (problem !== undefined) problems.push(`${told} → ${problem}: ${reply.text.slice(0, 300)}`)
      } catch (error) {
        problems.push(`${told} → ${(error as Error).message}`)
      }
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return { outcomes, problems }
}
