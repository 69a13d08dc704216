import type { IncomingMessage, ServerResponse } from 'node:http'
import type { NextFunction, Request, Response } from 'express'
import cds from '@sap/cds'
import { bySession, hasSession } from 'cds-dba'
import { sendError } from './platform/guard/index.ts'

/** Where whoever is signed in to the apps or to the cockpit is that as well. */
export const SESSION_PATHS: readonly string[] = ['/odata', '/user']

/** Errors of `cds-dba`. */
interface SessionError {
  readonly status: number
  readonly code: string
  readonly details: string
}

type Answer = (req: IncomingMessage, res: ServerResponse) => boolean | Promise<boolean>

/** Has who answers before it is found out who asks leave the requests of a session alone. */
export const unlessSignedIn =
  (answer: Answer): Answer =>
  (req, res) =>
    !hasSession(req) && answer(req, res)

/** Has one sign-in hold for the apps, their services and the cockpit. To be called after the guard, and before services. */
export const serveSignedIn = (): void => {
  cds.once('bootstrap', () => {
    cds.app.use([...SESSION_PATHS], (req: Request, res: Response, next: NextFunction) =>
      bySession(req, res, (error?: unknown) => {
        if (error === undefined) next()
        else refuse(req, res, error as SessionError)
      }),
    )
  })
}

const refuse = (req: Request, res: Response, { status, code, details }: SessionError): void => {
  // A session is no scheme that a browser would ask for by itself.
  if (status === 401) res.set('WWW-Authenticate', 'Session')
  if (status >= 500) cds.log('auth').error('sessions cannot be looked at:', code)
  const text = status < 500 ? { code, message: details } : UNAVAILABLE
  sendError(req, res, status < 500 ? status : 503, text)
}

const UNAVAILABLE = { code: 'IDENTITY_UNAVAILABLE', message: 'The session cannot be looked at at the moment.' }
