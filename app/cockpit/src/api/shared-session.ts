import { getSession, type Session, setSession } from './session.ts'

/** What tabs of one browser tell each other; nothing of it is written down anywhere. */
type Message =
  { readonly kind: 'ask' } | { readonly kind: 'signedIn'; readonly session: Session } | { readonly kind: 'signedOut' }

/** Another tab answers at once or not at all. */
const PATIENCE_MS = 150

let channel: BroadcastChannel | undefined

const tell = (message: Message): void => channel?.postMessage(message)

/**
 * Begins to share who is signed in with the other tabs of this browser, and takes it over from one of them where there is
 * any.
 */
export const startSharedSession = (): Promise<void> =>
  new Promise((resolve) => {
    channel = new BroadcastChannel('cds-dba.session')
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      const session = getSession()
      if (data.kind === 'ask' && session) tell({ kind: 'signedIn', session })
      if (data.kind === 'signedOut') setSession(null)
      if (data.kind !== 'signedIn' || session) return
      setSession(data.session)
      resolve()
    }
    if (getSession()) {
      resolve()
      return
    }
    tell({ kind: 'ask' })
    setTimeout(resolve, PATIENCE_MS)
  })

/** Signs in, here and in tabs where nobody is signed in. */
export const shareSession = (session: Session): void => {
  setSession(session)
  tell({ kind: 'signedIn', session })
}

/** Signs out in all tabs. */
export const signOut = (): void => {
  setSession(null)
  tell({ kind: 'signedOut' })
}
