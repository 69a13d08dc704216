import { Button } from '@ui5/webcomponents-react/Button'
import { CheckBox } from '@ui5/webcomponents-react/CheckBox'
import { Link } from '@ui5/webcomponents-react/Link'
import { useSchemas } from '../../api/catalog.ts'
import type { FileResult } from '../../api/jobs.ts'
import { useRole } from '../../api/session.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ErrorStrip } from '../../parts/error-strip.tsx'
import { JobState } from '../../parts/job-state.tsx'
import { ReadyFile } from '../../parts/ready-file.tsx'
import { hrefOf } from '../../parts/route.ts'
import { SchemaSelect } from '../../parts/schema-select.tsx'
import { Section } from '../../parts/section.tsx'
import { useForm } from '../../parts/use-form.ts'
import { usePlannedJob } from '../../parts/use-planned-job.ts'
import { dumpBody, EMPTY_FORM, readRows, writeRows } from './dump-form.ts'
import { DumpPlan } from './dump-plan.tsx'
import { RowFields } from './row-fields.tsx'
import { TableNames } from './table-names.tsx'
import { texts } from './texts.ts'

/** Chooses what to dump, shows what it would have, and writes it in the background. */
export const DumpTables = () => {
  const t = useTexts(texts)
  const [form, change] = useForm(EMPTY_FORM)
  const isAdmin = useRole('admin')
  const schemas = useSchemas()
  const schema = form.schema || (schemas.value?.schemas.find(({ isCurrent }) => isCurrent)?.name ?? '')
  const body = dumpBody({ ...form, schema })
  const { plan, work, showPlan, run } = usePlannedJob('/dump', body)
  const isBusy = plan.isRunning || work.isRunning
  const written = work.result as FileResult | undefined
  return (
    <>
      <Section title={t('what.dump')} intro={t('dump.intro')}>
        {schemas.error && <ErrorStrip error={schemas.error} onRetry={schemas.reload} />}
        <div className="fields">
          <SchemaSelect
            value={schema}
            onChange={(chosen) => {
              change({ schema: chosen, tables: [], rows: [] })
            }}
          />
          <TableNames
            schema={schema}
            value={form.tables}
            onChange={(tables) => {
              change({ tables })
            }}
          />
        </div>
        {form.tables.length > 0 && (
          <CheckBox
            text={t('references')}
            checked={form.references}
            onChange={(event) => {
              change({ references: event.target.checked })
            }}
          />
        )}
        <RowFields
          schema={schema}
          value={readRows(form.rows)}
          onChange={(rows) => {
            change({ rows: writeRows(rows) })
          }}
        />
        <div className="actions">
          <Button disabled={body === undefined || isBusy} onClick={showPlan}>
            {t('preview')}
          </Button>
          <Button design="Emphasized" icon="journey-depart" disabled={body === undefined || isBusy} onClick={run}>
            {t('dump')}
          </Button>
        </div>
        <JobState running={plan} />
        <JobState running={work} />
        {work.job && written && (
          <ReadyFile operationId={work.job.operationId} result={written} name={[schema, 'dump']} onReset={work.reset}>
            {isAdmin && <Link href={hrefOf('dump', [], { what: 'load', file: written.file.name })}>{t('toLoad')}</Link>}
          </ReadyFile>
        )}
      </Section>
      {plan.result && <DumpPlan plan={plan.result} />}
    </>
  )
}
