import { useTexts } from '../../i18n/use-texts.ts'
import { texts } from './texts.ts'
import type { Waiting } from './wait-tree.ts'

/** Sessions, each with those that wait for it below. */
export const WaitList = ({ waits }: { waits: readonly Waiting[] }) => {
  const t = useTexts(texts)
  return (
    <ul className="wait-list">
      {waits.map(({ number, session, waiters }) => (
        <li key={number}>
          {session
            ? t('session', { number: String(number), user: session.user ?? '?', state: session.state ?? t('hidden') })
            : t('notHere', { number: String(number) })}
          {session?.waitsFor && session.blockedBy.length > 0 && (
            <span className="muted"> · {t('waitsForLock', { lock: session.waitsFor })}</span>
          )}
          {waiters.length > 0 && <WaitList waits={waiters} />}
        </li>
      ))}
    </ul>
  )
}
