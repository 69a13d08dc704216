import { Button } from '@ui5/webcomponents-react/Button'
import { Link } from '@ui5/webcomponents-react/Link'
import { useTexts } from '../../i18n/use-texts.ts'
import { EmptyState } from '../../parts/empty-state.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { hrefOf, navigate, useRoute } from '../../parts/route.ts'
import { Segments } from '../../parts/segments.tsx'
import { Profile } from './profile.tsx'
import { Rows } from './rows.tsx'
import { texts } from './texts.ts'

/** One table or view: how full its columns are and what is in them, and its rows. */
const Table = () => {
  const t = useTexts(texts)
  const { segments, options } = useRoute()
  const [schema, table] = segments
  if (!schema || !table)
    return <EmptyState title={t('missing')} text={t('missing.text')} href={hrefOf('tables')} link={t('tables')} />
  const tab = options['tab'] === 'rows' ? 'rows' : 'profile'
  const where = options['where'] ?? ''
  const ask = (changed: Record<string, string>): void => {
    navigate(hrefOf('table', segments, { ...options, ...changed }), { replace: !('tab' in changed) })
  }
  const shared = {
    schema,
    table,
    where,
    onWhere: (condition: string) => {
      ask({ where: condition })
    },
  }
  return (
    <PageFrame
      title={table}
      intro={
        <>
          <Link href={hrefOf('tables', [schema])}>{t('tables')}</Link> / {schema}
        </>
      }
      actions={
        <>
          <Segments
            label={t('view')}
            value={tab}
            choices={[
              ['profile', t('tab.profile')],
              ['rows', t('tab.rows')],
            ]}
            onChange={(chosen) => {
              ask({ tab: chosen })
            }}
          />
          <Button
            icon="journey-depart"
            onClick={() => {
              navigate(hrefOf('export', [], { schema, table, where }))
            }}
          >
            {t('export')}
          </Button>
        </>
      }
    >
      {tab === 'rows' ? <Rows {...shared} /> : <Profile {...shared} />}
    </PageFrame>
  )
}

export default Table
