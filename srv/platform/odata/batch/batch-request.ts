/** One request of a batch, in the same form whichever format it came in. */
export interface BatchRequest {
  /** Unique in the batch. */
  readonly id: string
  /** What the client calls it, and the answer repeats: the id in JSON, the Content-ID in multipart, if there is one. */
  readonly name?: string
  /** Requests of one group, a change set in multipart, succeed or fail together. */
  readonly group?: string
  readonly method: string
  /** As the client wrote it: relative to the service, an absolute path, an absolute URL, or behind a `$reference`. */
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Parsed if it came as JSON within JSON, else text, or bytes. */
  readonly body?: unknown
  /** Ids and groups that have to succeed before. */
  readonly dependsOn: readonly string[]
}

export interface BatchAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Bytes where it is no text. */
  readonly body?: string | Buffer
}

/** A request with its answer. */
export interface Exchange {
  readonly request: BatchRequest
  readonly answer: BatchAnswer
}
