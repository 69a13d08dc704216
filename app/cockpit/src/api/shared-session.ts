import { server } from './server.ts'
import { getSession, setSession } from './session.ts'
import { beginSession, endSession, sessionEndsInSeconds, showUser } from './sign-in.ts'

/** What tabs of one browser tell each other: that they should ask the server, never who or with what. */
type Message = { readonly kind: 'signedIn' } | { readonly kind: 'signedOut' }

const channel = new BroadcastChannel('cds-dba.session')
/** No timer is longer. */
const LONGEST_S = 86_400

let timer: ReturnType<typeof setTimeout> | undefined

const tell = (message: Message): void => {
  channel.postMessage(message)
}

/** Shows whoever is signed in, and nobody when the session is over; looks again when that may be. */
const follow = async (): Promise<void> => {
  clearTimeout(timer)
  const seconds = await sessionEndsInSeconds()
  if (seconds === null) return setSession(null)
  timer = setTimeout(() => void follow().catch(() => undefined), 1_000 * Math.min(seconds + 1, LONGEST_S))
  if (!getSession()) await showUser()
}

/** Begins to share who is signed in with the other tabs of this browser, where one signs in here. */
export const startSharedSession = async (): Promise<void> => {
  if (server().login !== 'password') return
  channel.onmessage = ({ data: { kind } }: MessageEvent<Message>) => {
    setSession(null)
    if (kind === 'signedIn') follow().catch(() => undefined)
  }
  // Whoever has no role here is asked to sign in as somebody else.
  await follow().catch(() => setSession(null))
}

/** Signs in, here and in all tabs. @throws ApiError as `beginSession`. */
export const signIn = async (name: string, password: string): Promise<void> => {
  await beginSession(name, password)
  tell({ kind: 'signedIn' })
  await follow()
}

/** Signs out in all tabs. */
export const signOut = async (): Promise<void> => {
  await endSession()
  setSession(null)
  tell({ kind: 'signedOut' })
}
