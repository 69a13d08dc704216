import { Type } from '@sinclair/typebox'
import type { Request, Response } from 'express'
import { AdminError } from '../errors.ts'
import { demandCsrfToken, demandOwnPage, isBySession, tellCsrfToken } from '../sign-in/signed-in.ts'
import type { Sessions } from '../sign-in/sessions.ts'
import type { Endpoint } from './endpoint.ts'

const COMMON = {
  path: '/session',
  tag: 'Description',
  input: Type.Object({}),
  output: Type.Object({
    endsInSeconds: Type.Union([Type.Integer(), Type.Null()], {
      description: 'When it ends unless it is used; null when there is none',
    }),
  }),
  body: 'none',
  isPlain: false,
} as const

/** How pages sign in and out, so that none has to keep a password. Ours. */
export const sessionEndpoints = (sessions: Sessions): readonly Endpoint[] => {
  const stateOf = async (token: string | undefined): Promise<{ endsInSeconds: number | null }> => {
    const endsInMs = token === undefined ? undefined : await sessions.endsInMs(token)
    return { endsInSeconds: endsInMs === undefined ? null : Math.ceil(endsInMs / 1000) }
  }
  return [
    {
      ...COMMON,
      method: 'GET',
      role: null,
      summary: 'Tells whether the browser has a session; to ask is no use of it',
      handle: ({ request }) => stateOf(sessions.tokenOf(request)),
    },
    {
      ...COMMON,
      method: 'POST',
      role: 'login',
      summary: 'Begins a session of the browser, which need not send the credentials of this request any more',
      handle: async ({ request, user }) => {
        demandOwnPage(request)
        const { authorization } = request.headers
        if (authorization === undefined || isBySession(request))
          throw new AdminError('UNAUTHORIZED', 'A session begins with credentials in the header Authorization')
        const token = await sessions.begin(request, responseTo(request), user.id, authorization)
        tellCsrfToken(responseTo(request), token)
        return stateOf(token)
      },
    },
    {
      ...COMMON,
      method: 'DELETE',
      role: null,
      summary: 'Ends the session of the browser, in all of its tabs',
      handle: async ({ request }) => {
        const token = sessions.tokenOf(request)
        if (token !== undefined) {
          demandCsrfToken(request, responseTo(request), token)
          await sessions.end(token)
        }
        sessions.forget(request, responseTo(request))
        return stateOf(undefined)
      },
    },
  ]
}

const responseTo = ({ res }: Request): Response => res as Response
