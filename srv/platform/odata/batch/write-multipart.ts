import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Exchange } from './batch-request.ts'

const CRLF = '\r\n'

const headerLines = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`)

const writeAnswer = ({ request, answer }: Exchange): string => {
  const part = { 'content-type': 'application/http', 'content-transfer-encoding': 'binary' }
  return [
    ...headerLines(request.name ? { ...part, 'content-id': request.name } : part),
    '',
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}`,
    ...headerLines(answer.headers),
    '',
    answer.body ?? '',
  ].join(CRLF)
}

function* multipart(parts: Iterable<string>, boundary: string): Generator<string> {
  for (const part of parts) yield `--${boundary}${CRLF}${part}${CRLF}`
  yield `--${boundary}--${CRLF}`
}

/** A change set that failed has one answer: of the request that failed. */
const writeStep = (exchanges: readonly Exchange[]): string => {
  const [first] = exchanges
  if (!first?.request.group) return first ? writeAnswer(first) : ''
  const failures = exchanges.filter(({ answer }) => answer.status >= 400)
  const cause = failures.find(({ answer }) => answer.status !== 424) ?? failures[0]
  if (cause) return writeAnswer(cause)
  const boundary = `changeset_${randomUUID()}`
  return `content-type: multipart/mixed; boundary=${boundary}${CRLF}${CRLF}${[...multipart(exchanges.map(writeAnswer), boundary)].join('')}`
}

function* writeSteps(steps: readonly (readonly Exchange[])[]): Generator<string> {
  for (const step of steps) yield writeStep(step)
}

/** The answers of a batch in OData's multipart format, piece by piece, with the boundary that they are divided by. */
export const writeMultipartBatch = (
  steps: readonly (readonly Exchange[])[],
): { boundary: string; pieces: Iterable<string> } => {
  const boundary = `batch_${randomUUID()}`
  return { boundary, pieces: multipart(writeSteps(steps), boundary) }
}
