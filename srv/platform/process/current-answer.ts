import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** The answer that a connection sends now, or that is being made for it; Node keeps it there, and has no other name for it. */
export const currentAnswer = (socket: Duplex): ServerResponse | undefined =>
  (socket as Duplex & { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined
