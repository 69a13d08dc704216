import { Button } from '@ui5/webcomponents-react/Button'
import { Link } from '@ui5/webcomponents-react/Link'
import { lazy, Suspense } from 'react'
import { useRole } from '../../api/session.ts'
import { useTable } from '../../api/table.ts'
import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Busy } from '../../parts/busy.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorStrip } from '../../parts/error-strip.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { hrefOf, navigate, useRoute } from '../../parts/route.ts'
import { Segments } from '../../parts/segments.tsx'
import { Status } from '../../parts/status.tsx'
import { tableTypes } from '../../parts/table-types.ts'
import { BrokenView } from './broken-view.tsx'
import { texts } from './texts.ts'

const TABS = ['rows', 'structure', 'profile', 'lineage', 'checks'] as const
type Tab = (typeof TABS)[number]

// Each comes when it is looked at for the first time.
const CONTENTS = {
  rows: lazy(() => import('./rows.tsx')),
  structure: lazy(() => import('./structure.tsx')),
  profile: lazy(() => import('./profile.tsx')),
  lineage: lazy(() => import('./table-lineage.tsx')),
  checks: lazy(() => import('./checks.tsx')),
} as const

/** Tabs that tell of rows. */
const OF_ROWS: ReadonlySet<Tab> = new Set(['rows', 'profile', 'checks'])

/** One table or view: its rows, what it consists of, what is in it, where that comes from, and whether it is right. */
const Table = () => {
  const t = useTexts(texts)
  const typeOf = useTexts(tableTypes)
  const format = useFormat()
  const mayReadRows = useRole('operator')
  const { segments, options } = useRoute()
  const [schema, table] = segments
  const found = useTable(schema, table)
  if (!schema || !table)
    return <EmptyState title={t('missing')} text={t('missing.text')} href={hrefOf('tables')} link={t('tables')} />
  const tab = TABS.find((each) => each === options['tab']) ?? (mayReadRows ? 'rows' : 'structure')
  const Content = CONTENTS[tab]
  const { value } = found
  return (
    <PageFrame
      title={
        <>
          <Link href={hrefOf('tables', [schema])}>{schema}</Link> <span className="muted">/</span> {table}
        </>
      }
      intro={
        value && (
          <span className="table-facts">
            <Status tone="none">{typeOf(value.type)}</Status>
            <span>{t('columnsOf', { count: value.columns.length })}</span>
            {value.rowCount !== null && (
              <span>{t(value.rowCountExact ? 'rowsOf' : 'rowsOf.estimated', { count: value.rowCount })}</span>
            )}
            {value.sizeBytes !== null && <span>{format.bytes(value.sizeBytes)}</span>}
            {value.comment !== null && <span>{value.comment}</span>}
          </span>
        )
      }
      actions={
        <>
          <Segments
            label={t('view')}
            value={tab}
            choices={TABS.map((each) => [each, t(`tab.${each}`)] as const)}
            onChange={(chosen) => {
              navigate(hrefOf('table', segments, { ...options, tab: chosen }))
            }}
          />
          <Button
            icon="journey-depart"
            design="Transparent"
            disabled={!mayReadRows}
            onClick={() => {
              navigate(hrefOf('export', [], { schema, table }))
            }}
          >
            {t('export')}
          </Button>
        </>
      }
    >
      {found.error ? (
        <>
          <ErrorStrip error={found.error} onRetry={found.reload} />
          {found.error.code === 'NOT_SUPPORTED' && mayReadRows && <BrokenView schema={schema} view={table} />}
        </>
      ) : OF_ROWS.has(tab) && !mayReadRows ? (
        <EmptyState title={t('rowsNeedOperator')} text={t('rowsNeedOperator.text')} />
      ) : (
        <Suspense fallback={<Busy />}>
          <Content key={JSON.stringify([schema, table, tab])} schema={schema} table={table} structure={value} />
        </Suspense>
      )}
    </PageFrame>
  )
}

export default Table
