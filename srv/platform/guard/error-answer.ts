import { adminError } from './admin-error.ts'

/** What a client is told of an error. */
export interface ErrorText {
  readonly code: string
  readonly message: string
}

/** An error as it is sent. */
export interface ErrorAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: object
}

export const ADMIN_API = /^\/api\/v1(?=[/?]|$)/i
const ODATA = /^\/odata(?=[/?]|$)/i

/**
 * An error in the body of the API that a request was meant for, with the headers that tell of it.
 *
 * @param url path and query of the request; may be cut off behind the first words, or empty where nobody knows.
 */
export const errorAnswer = (url: string, status: number, { code, message }: ErrorText): ErrorAnswer => {
  if (ADMIN_API.test(url)) {
    const error = adminError(status, code)
    const timestamp = new Date().toISOString()
    const body = { success: false, error: error.text, code: error.code, details: message, timestamp }
    return { status: error.status, headers: retryAfter(error.status), body }
  }
  const version = ODATA.test(url) && { 'OData-Version': '4.0' }
  return { status, headers: { ...retryAfter(status), ...version }, body: { error: { code, message } } }
}

/** The same request may succeed in a second. */
const retryAfter = (status: number): Readonly<Record<string, string>> =>
  status === 503 || status === 429 ? { 'Retry-After': '1' } : {}
