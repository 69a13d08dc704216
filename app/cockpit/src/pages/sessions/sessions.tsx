import { Button } from '@ui5/webcomponents-react/Button'
import { MessageStrip } from '@ui5/webcomponents-react/MessageStrip'
import { useSessions } from '../../api/sessions.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { Facts } from '../../parts/facts.tsx'
import { LiveButton } from '../../parts/live-button.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { useReason } from '../../parts/reasons.ts'
import { Section } from '../../parts/section.tsx'
import { SessionTable } from './session-table.tsx'
import { SlowStatements } from './slow-statements.tsx'
import { texts } from './texts.ts'
import { WaitList } from './wait-list.tsx'
import { waitTree } from './wait-tree.ts'
import './sessions.css'

/** What runs in the database, who waits for whom, and what took long. */
const Sessions = () => {
  const t = useTexts(texts)
  const format = useFormat()
  const say = useReason()
  const answer = useSessions()
  return (
    <PageFrame title={t('title')} intro={t('intro')}>
      <Loaded of={answer}>
        {({ supported, reason, sessions, truncated, slowStatements, connections, sources, checkedAt }) => {
          const facts = (
            <Facts
              facts={[
                [t('connections.busy'), format.number(connections.busy)],
                [t('connections.idle'), format.number(connections.idle)],
                [t('connections.waiting'), format.number(connections.waiting)],
              ]}
            />
          )
          if (!supported)
            return (
              <>
                <EmptyState title={t('none')} text={reason === undefined ? '' : `${say(reason) ?? ''}.`} />
                <Section title={t('connections')}>{facts}</Section>
              </>
            )
          const waits = waitTree(sessions)
          return (
            <>
              <Section
                title={t('sessions')}
                intro={t('checkedAt', { time: format.time(checkedAt) })}
                actions={
                  <>
                    <LiveButton of={answer} seconds={5} />
                    <Button
                      icon="refresh"
                      design="Transparent"
                      accessibleName={t('refresh')}
                      disabled={answer.isLoading}
                      onClick={answer.reload}
                    />
                  </>
                }
              >
                {truncated && <p className="muted">{t('truncated', { count: sessions.length })}</p>}
                {sources
                  .filter(({ status, name }) => status !== 'ok' && name !== sources.at(-1)?.name)
                  .map((source) => (
                    <MessageStrip key={source.name} design="Critical" hideCloseButton>
                      {t('unread', { name: source.name, reason: say(source.reason) ?? source.status })}
                    </MessageStrip>
                  ))}
                <SessionTable sessions={sessions} onEnded={answer.reload} />
              </Section>
              <Section title={t('waits')}>
                {waits.length === 0 ? <p className="muted">{t('waits.none')}</p> : <WaitList waits={waits} />}
              </Section>
              <Section title={t('slow')}>
                {sources.at(-1)?.status === 'ok' ? (
                  <SlowStatements statements={slowStatements} />
                ) : (
                  <p className="muted">
                    {t('unread', {
                      name: sources.at(-1)?.name ?? '',
                      reason: say(sources.at(-1)?.reason) ?? sources.at(-1)?.status ?? '',
                    })}
                  </p>
                )}
              </Section>
              <Section title={t('connections')}>{facts}</Section>
            </>
          )
        }}
      </Loaded>
    </PageFrame>
  )
}

export default Sessions
