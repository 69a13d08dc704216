/** What an answer must not be, whatever was asked. */
import type { Reply } from './exchange.ts'

/** What only the inside of the server knows: stacks, SQL, names of drivers, files. */
const INSIDE =
  /\n\s+at |\\n\s+at |\.[cm]?[jt]s:\d+|SELECT |INSERT INTO|sqlite|pg_|node_modules|node:internal|TypeError|RangeError|\.drafts\b/

interface ErrorBody {
  readonly error?: { readonly code?: unknown; readonly message?: unknown; readonly details?: unknown }
}

const errorProblem = (status: number, text: string): string | undefined => {
  let body: ErrorBody
  try {
    body = JSON.parse(text) as ErrorBody
  } catch {
    return `${status} without a body of JSON`
  }
  const { code, message } = body.error ?? {}
  const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
  return isText(code) && isText(message) ? undefined : `${status} without code and message`
}

interface Part {
  readonly status: number
  readonly body?: unknown
}

const jsonParts = (text: string): [status: number, body: string][] => {
  const { responses } = JSON.parse(text) as { responses: Part[] }
  return responses.map(({ status, body }) => [status, typeof body === 'string' ? body : JSON.stringify(body ?? '')])
}

const multipartParts = (text: string): [status: number, body: string][] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})[^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n([^\r\n]*)/g)].map(([, status, body]) => [
    Number(status),
    body ?? '',
  ])

const partsOf = ({ status, type, text }: Reply): [status: number, body: string][] => {
  if (status !== 200) return []
  if (type.startsWith('multipart/mixed')) return multipartParts(text)
  return text.startsWith('{"responses":') ? jsonParts(text) : []
}

/**
 * What is wrong with an answer; undefined for nothing.
 *
 * @param told texts of the client, which an answer may repeat
 */
export const findProblem = (reply: Reply, told: string): string | undefined => {
  const all = [[reply.status, reply.text] as [number, string], ...partsOf(reply)]
  for (const [status, text] of all) {
    if (status >= 500) return `${status}: ${text.slice(0, 300)}`
    const leak = INSIDE.exec(text)?.[0]
    if (leak !== undefined && !told.includes(leak)) return `tells "${leak}": ${text.slice(0, 300)}`
    // Node answers what is no HTTP by itself, in one line.
    const isNodes = status === reply.status && reply.text === ''
    const problem = status < 400 || isNodes ? undefined : errorProblem(status, text)
    if (problem !== undefined) return `${problem}: ${text.slice(0, 300)}`
  }
  return undefined
}
