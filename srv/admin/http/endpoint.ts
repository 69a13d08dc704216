import type { TObject } from '@sinclair/typebox'
import type { Request } from 'express'
import type { Principal } from '../jobs/job.ts'
import type { JsonObject, Role, StreamedResult } from '../operations/operation.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** What is asked of an operation, by a request or by the server itself. */
export interface OperationCall {
  readonly operationId: string
  readonly user: Principal
  /** The checked query (GET, PUT, DELETE) or body (POST). */
  readonly input: Readonly<Record<string, unknown>>
  readonly wishes: Wishes
  /** Throws `FORBIDDEN` unless the user has a role that this input asks for beyond the endpoint's own. */
  requireRole(role: Role): void
  /** Aborted with an `AdminError` when the client has gone. */
  readonly signal: AbortSignal
}

/** One request, as far as an endpoint has to know it. */
export interface EndpointCall extends OperationCall {
  /** Values of the path's `{names}`. */
  readonly parameters: Readonly<Record<string, string>>
  /** For a body that is no JSON, and for headers. */
  readonly request: Request
}

/** A `Response` is sent as it is: it is of another protocol, with statuses of its own. */
export type Answer = JsonObject | StreamedResult | Response

/** What the frame serves: an operation of the contract, or one of the frame's own. */
export interface Endpoint {
  readonly method: Method
  /** Below the base path; a segment in braces is a parameter. */
  readonly path: string
  /** Least role of the caller; `login` for whoever has one, null for everybody, without a login. */
  readonly role: Role | 'login' | null
  readonly summary: string
  readonly tag: string
  readonly input: TObject
  readonly output?: TObject | undefined
  /** Whether `input` describes the JSON body instead of the query; `bytes` is a body that the endpoint reads itself. */
  readonly body: 'none' | 'json' | 'bytes'
  /** Answers are sent without the `success` field. */
  readonly isPlain: boolean
  /** May be asked to run in the background. */
  readonly isHeavy?: boolean
  /** Answers 409 where rows are not as they were read. */
  readonly mayConflict?: boolean | undefined
  /** Changes nothing, though those of its role may. */
  readonly onlyReads?: boolean
  /** Where it is told who gives tokens for it, for the challenge of a login by them. */
  metadataUrl?(request: Request): string | undefined
  /** Whose SQL a statement in its input is. */
  engine?(): string
  /** Whether the application marks a column as sensitive. */
  hidesValue?(table: string, column: string): boolean
  handle(call: EndpointCall): Promise<Answer>
}

/** An operation as it is served, which needs no request. */
export interface OperationEndpoint extends Endpoint {
  handle(call: OperationCall): Promise<JsonObject | StreamedResult>
}

/** What a client wishes besides its input: by headers, or by fields of a tool. */
export interface Wishes {
  /** Which of the offered media types it prefers, the first where it takes all; undefined when it takes none. */
  accepts(types: readonly string[]): string | undefined
  /** It would rather be answered at once than wait for heavy work. */
  readonly isBackground: boolean
  /** To be told that work goes on after its answer. */
  onBackground(): void
}
