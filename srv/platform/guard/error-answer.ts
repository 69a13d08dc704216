/** What a client is told of an error. */
export interface ErrorText {
  readonly code: string
  readonly message: string
}

/** An error as it is sent. */
export interface ErrorAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[]>>
  readonly body: object
}

/** What programs call. Pages and probes are no API. */
export interface Api {
  /** What its paths begin with, in lower case, such as `/odata`; asked for in any. */
  readonly path: string
  /** An error in its own form. */
  readonly errorAnswer: (status: number, error: ErrorText) => ErrorAnswer
  /** Whether it refuses malformed URLs by itself. */
  readonly checksUrls?: boolean
}

let apis: readonly Api[] = []

/** Tells what is served, and so how requests for it are refused, whoever refuses them. */
export const serveApis = (served: readonly Api[]): void => {
  apis = served
}

/** @param url path and query of a request; may be cut off behind the first words, or empty where nobody knows. */
export const apiAt = (url: string): Api | undefined => apis.find(({ path }) => isBelow(path, url))

const isBelow = (path: string, url: string): boolean =>
  ['/', '?', undefined].includes(url[path.length]) && url.slice(0, path.length).toLowerCase() === path

/** An error in the form of the API that a request was meant for, with the headers that tell of it. @param url as in `apiAt` */
export const errorAnswer = (url: string, status: number, error: ErrorText): ErrorAnswer => {
  const { code, message } = error
  const answer = apiAt(url)?.errorAnswer(status, error) ?? { status, headers: {}, body: { error: { code, message } } }
  const isPassing = answer.status === 503 || answer.status === 429
  // The same request may succeed in a second.
  return isPassing ? { ...answer, headers: { 'Retry-After': '1', ...answer.headers } } : answer
}
