import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fillIn, type HttpRequest, parseHttpFile } from './http-file.ts'

const { variables, requests } = parseHttpFile(readFileSync(join(import.meta.dirname, '../requests.http'), 'utf8'))

/** The requests of `requests.http`, to be sent in this order. */
export const TOUR: readonly HttpRequest[] = requests

export interface TourAnswer {
  readonly status: number
  readonly text: string
  /** Undefined if it is no JSON. */
  readonly body: unknown
}

const asJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Sends requests of the tour to a server; later ones take values from answers to earlier ones. */
export const onTour = (): ((url: string, request: HttpRequest) => Promise<TourAnswer>) => {
  const bodies: Record<string, unknown> = {}
  return async (server, { name, method, url, headers, body: sent }) => {
    const here = { ...variables, host: server }
    const filled = sent === undefined ? null : fillIn(sent, here, bodies)
    const filledHeaders = Object.fromEntries(
      Object.entries(headers).map(([header, value]) => [header, fillIn(value, here, bodies)]),
    )
    const response = await fetch(fillIn(url, here, bodies), { method, headers: filledHeaders, body: filled })
    const text = await response.text()
    const body = asJson(text)
    if (name !== undefined) bodies[name] = body
    return { status: response.status, text, body }
  }
}
