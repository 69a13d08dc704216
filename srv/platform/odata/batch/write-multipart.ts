import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Exchange } from './batch-request.ts'

const CRLF = '\r\n'

const headerLines = (headers: Readonly<Record<string, string>>): string[] =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`)

/** What an answer is written in: text, and bytes that are none. */
type Piece = string | Buffer

function* writeAnswer({ request, answer }: Exchange): Generator<Piece> {
  const part = { 'content-type': 'application/http', 'content-transfer-encoding': 'binary' }
  yield [
    ...headerLines(request.name ? { ...part, 'content-id': request.name } : part),
    '',
    `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status] ?? ''}`,
    ...headerLines(answer.headers),
    '',
    '',
  ].join(CRLF)
  yield answer.body ?? ''
}

function* multipart(parts: Iterable<Iterable<Piece>>, boundary: string): Generator<Piece> {
  for (const part of parts) {
    yield `--${boundary}${CRLF}`
    yield* part
    yield CRLF
  }
  yield `--${boundary}--${CRLF}`
}

/** A change set that failed has one answer: of the request that failed. */
function* writeStep(exchanges: readonly Exchange[]): Generator<Piece> {
  const [first] = exchanges
  const failures = exchanges.filter(({ answer }) => answer.status >= 400)
  const cause = first?.request.group ? (failures.find(({ answer }) => answer.status !== 424) ?? failures[0]) : first
  if (cause) {
    yield* writeAnswer(cause)
    return
  }
  const boundary = `changeset_${randomUUID()}`
  yield `content-type: multipart/mixed; boundary=${boundary}${CRLF}${CRLF}`
  yield* multipart(exchanges.map(writeAnswer), boundary)
}

/** The answers of a batch in OData's multipart format, piece by piece, with the boundary that they are divided by. */
export const writeMultipartBatch = (
  steps: readonly (readonly Exchange[])[],
): { boundary: string; pieces: Iterable<Piece> } => {
  const boundary = `batch_${randomUUID()}`
  return { boundary, pieces: multipart(steps.map(writeStep), boundary) }
}
