import { server } from '../api/server.ts'
import { useSession } from '../api/session.ts'
import { BrowserSession } from './browser-session.tsx'
import { Shell } from './shell.tsx'
import { SignIn } from './sign-in.tsx'

/** Nothing is shown to whom the API would not answer. */
export const App = () => {
  const session = useSession()
  if (session) return <Shell session={session} />
  return server().login === 'password' ? <SignIn /> : <BrowserSession />
}
