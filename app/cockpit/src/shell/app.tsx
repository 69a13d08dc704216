import { useSession } from '../api/session.ts'
import { Shell } from './shell.tsx'
import { SignIn } from './sign-in.tsx'

/** Nothing is shown to whom the API would not answer. */
export const App = () => {
  const session = useSession()
  return session ? <Shell session={session} /> : <SignIn />
}
