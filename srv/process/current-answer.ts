import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The answer that a connection sends now, or that is being made for it; Node keeps it there, and has no other name for it. */
export const currentAnswer = (socket: Socket): ServerResponse | undefined =>
  (socket as Socket & { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined
