import type { Endpoint } from './endpoint.ts'

/** What a path stands for: an endpoint, its methods when it has not the one asked for, or nothing. */
export interface Match {
  readonly endpoint: Endpoint | undefined
  /** For the `Allow` header; empty when there is no such path. */
  readonly allowed: readonly string[]
  /** Values of the path's parameters, as they stand in the URL. */
  readonly rawParameters: Readonly<Record<string, string>>
}

const PARAMETER = /^\{(\w+)\}$/

/** @param method as sent; HEAD finds what GET finds. */
export type FindRoute = (method: string, path: string) => Match

/** Finds endpoints by method and exact path: letter case counts, and so does a slash at the end. */
export const routeTable = (endpoints: readonly Endpoint[]): FindRoute => {
  const routes = endpoints.map((endpoint) => ({ endpoint, segments: endpoint.path.split('/') }))
  return (method, path) => {
    const sent = path.split('/')
    const found = routes.filter(({ segments }) => fits(segments, sent))
    const wanted = method === 'HEAD' ? 'GET' : method
    const match = found.find(({ endpoint }) => endpoint.method === wanted)
    return {
      endpoint: match?.endpoint,
      allowed: found.length > 0 ? allowedMethods(found.map(({ endpoint }) => endpoint.method)) : [],
      rawParameters: match ? parametersOf(match.segments, sent) : {},
    }
  }
}

const fits = (segments: readonly string[], sent: readonly string[]): boolean =>
  segments.length === sent.length &&
  segments.every((segment, index) => (PARAMETER.test(segment) ? sent[index] !== '' : segment === sent[index]))

const allowedMethods = (methods: readonly string[]): string[] => [
  ...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
  'OPTIONS',
]

const parametersOf = (segments: readonly string[], sent: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    segments.flatMap((segment, index) => {
      const name = PARAMETER.exec(segment)?.[1]
      return name === undefined ? [] : [[name, sent[index] ?? '']]
    }),
  )
