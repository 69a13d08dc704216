import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ServedService } from '../model/read-model.ts'

/** What is used of the handlers of Express, in its versions 4 and 5; it publishes none of it. */
interface Layer {
  /** Of `app.get` and the like. */
  readonly route?: object | undefined
  readonly handle?: { readonly stack?: readonly Layer[] }
  /** What of a path was matched: what `match` answers since Express 5.3, and before that what it leaves here. */
  readonly path?: string | undefined
  match(path: string): boolean | { readonly path: string } | null | undefined
}

/** The application around the API. */
export interface Around {
  readonly services: readonly ServedService[]
  /** The folder whose files CAP serves. */
  readonly files: string
  readonly app: object
}

/**
 * What of the application answers all that is below a path, before it can come to what is mounted last; undefined where
 * nothing is known to. Handlers that may pass requests on are taken to do so.
 */
export const shadowOf = (path: string, { services, files, app }: Around): string | undefined => {
  const folded = `${path.toLowerCase()}/`
  for (const { name, endpoints = [] } of services) {
    const found = endpoints.find((each) => folded.startsWith(`${each.path.toLowerCase().replace(/\/$/, '')}/`))
    if (found) return `the service ${name} at ${found.path}`
  }
  if (existsSync(join(files, path))) return `the files in ${join(files, path)}`
  const express = app as { readonly router?: Layer['handle']; readonly _router?: Layer['handle'] }
  // Express 4 throws where it is asked for its router by the name that it has in 5.
  const { stack = [] } = ('_router' in express ? express._router : express.router) ?? {}
  return hasRoute(stack, `${path}/`) ? 'a route of its own' : undefined
}

const hasRoute = (layers: readonly Layer[], path: string): boolean =>
  layers.some((layer) => {
    const found = layer.match(path)
    if (!found) return false
    if (layer.route) return true
    const { stack } = layer.handle ?? {}
    const { path: matched = '' } = found === true ? layer : found
    return stack !== undefined && hasRoute(stack, path.slice(matched.replace(/\/$/, '').length))
  })
