import { Link } from '@ui5/webcomponents-react/Link'
import { useRole } from '../../api/session.ts'
import { useSessions } from '../../api/sessions.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Facts } from '../../parts/facts.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { hrefOf } from '../../parts/route.ts'
import { Section } from '../../parts/section.tsx'
import type { DatabaseInfo } from './database-info.ts'
import { texts } from './texts.ts'

interface DatabaseFactsProps {
  readonly info: DatabaseInfo
  /** The schema where pages start. */
  readonly current: { readonly tableCount: number; readonly viewCount: number } | undefined
}

export const DatabaseFacts = ({ info, current }: DatabaseFactsProps) => {
  const t = useTexts(texts)
  const format = useFormat()
  const sessions = useSessions(useRole('operator')).value
  const waiting = sessions?.sessions.filter(({ blockedBy }) => blockedBy.length > 0).length ?? 0
  const isInMemory = info.value?.database === ':memory:'
  return (
    <Section title={t('platform')} intro={isInMemory ? t('memoryText') : undefined}>
      <Loaded of={info}>
        {(facts) => (
          <Facts
            facts={[
              [t('platform'), `${facts.platform} ${facts.version}`],
              [t('name'), isInMemory ? t('memory') : facts.database],
              [t('schema'), facts.schema],
              [
                t('contents'),
                current && (
                  <Link href={hrefOf('tables')}>
                    {`${t('tables', { count: current.tableCount })}, ${t('views', { count: current.viewCount })}`}
                  </Link>
                ),
              ],
              [t('size'), facts.sizeBytes == null ? null : format.bytes(facts.sizeBytes)],
              [
                t('sessions'),
                sessions?.supported ? (
                  <Link href={hrefOf('sessions')}>
                    {[
                      t('sessions.count', { count: sessions.sessions.length }),
                      ...(waiting > 0 ? [t('sessions.waiting', { count: waiting })] : []),
                    ].join(', ')}
                  </Link>
                ) : null,
              ],
              [t('user'), facts.user],
              [t('startedAt'), facts.startedAt == null ? null : format.time(facts.startedAt)],
              [t('encoding'), facts.encoding],
              [t('driver'), facts.driver],
            ]}
          />
        )}
      </Loaded>
    </Section>
  )
}
