/** What the administration API says when it refuses or fails, or what there is to say when it cannot be reached. */
export class ApiError extends Error {
  /** HTTP status; 0 when there was no answer at all. */
  readonly status: number
  readonly code: string
  /** The API's short message. */
  readonly title: string
  readonly details: string
  readonly retryAfterSeconds: number | undefined
  /** Names the call in the server's log. */
  readonly operationId: string | undefined
  /** The character of a statement that it is about, from 1. */
  readonly position: number | undefined
  readonly receivedAt = Date.now()

  constructor(error: ErrorFields) {
    super(`${error.code}: ${error.details}`, { cause: error.cause })
    this.name = 'ApiError'
    this.status = error.status
    this.code = error.code
    this.title = error.title
    this.details = error.details
    this.retryAfterSeconds = error.retryAfterSeconds
    this.operationId = error.operationId
    this.position = error.position
  }
}

interface ErrorFields {
  readonly status: number
  readonly code: string
  readonly title: string
  readonly details: string
  readonly retryAfterSeconds?: number | undefined
  readonly operationId?: string | undefined
  readonly position?: number | undefined
  readonly cause?: unknown
}

/** What of an answer is looked at: its status, its headers, its text. */
interface Answer {
  readonly status: number
  readonly statusText: string
  readonly headers: { get(name: string): string | null }
  text(): Promise<string>
}

/** Reads an answer that is no success; whatever its body is, something can be told. */
export const readError = async (answer: Answer): Promise<ApiError> => {
  const body = parse(await answer.text())
  // The services of OData put theirs one level deeper.
  const nested = objectOf(body['error'])
  return new ApiError({
    status: answer.status,
    code: textOf(body['code']) ?? textOf(nested['code']) ?? String(answer.status),
    title: textOf(body['error']) ?? answer.statusText,
    details: textOf(body['details']) ?? textOf(nested['message']) ?? '',
    retryAfterSeconds: secondsOf(answer.headers.get('Retry-After')),
    operationId: answer.headers.get('X-Operation-Id') ?? undefined,
    position: typeof body['position'] === 'number' ? body['position'] : undefined,
  })
}

/** Any failure as one that can be shown; without the browser's own words, which are in a language of its choice. */
export const toApiError = (error: unknown): ApiError => {
  if (error instanceof ApiError) return error
  // `fetch` fails with a TypeError when nobody answers.
  const code = error instanceof TypeError ? 'UNREACHABLE' : 'UNEXPECTED'
  return new ApiError({ status: 0, code, title: '', details: '', cause: error })
}

const parse = (text: string): Record<string, unknown> => {
  try {
    return objectOf(JSON.parse(text))
  } catch {
    return {}
  }
}

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

const secondsOf = (header: string | null): number | undefined =>
  header !== null && /^\d+$/.test(header) ? Number(header) : undefined
