import type { Request, Response } from 'express'
import type { AdminConfig } from '../config.ts'
import { AdminError } from '../errors.ts'
import type { Endpoint } from './endpoint.ts'
import { createBodyReader } from './read-body.ts'
import { decodeComponent, readQuery } from './read-query.ts'
import { inputValidatorOf } from './validate-input.ts'

/** What a request says to an endpoint, checked: the values of the path's `{names}`, and the rest. */
export interface Input {
  readonly parameters: Record<string, string>
  readonly input: Record<string, unknown>
}

/** Reads and checks all that a request says to an endpoint: path parameters, and the query or the JSON body. */
export const createInputReader = (
  endpoint: Endpoint,
  config: AdminConfig,
): ((request: Request, response: Response, rawParameters: Readonly<Record<string, string>>) => Promise<Input>) => {
  const isJson = endpoint.body === 'json'
  const validate = inputValidatorOf(endpoint)
  const readBody = createBodyReader(config.limits.bodyBytes)
  return async (request, response, rawParameters) => {
    const parameters = Object.fromEntries(
      Object.entries(rawParameters).map(([name, value]) => [name, decodeComponent(value)]),
    )
    const query = readQuery(queryOf(request.url))
    if (!isJson) return { parameters, input: validate(query) }
    const [unknown] = Object.keys(query)
    if (unknown !== undefined)
      throw new AdminError(
        'UNKNOWN_FIELD',
        `'${unknown.slice(0, 64)}' is not known: fields of a POST stand in its body`,
      )
    return { parameters, input: validate(await readBody(request, response)) }
  }
}

const queryOf = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')
