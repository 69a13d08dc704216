import { Button } from '@ui5/webcomponents-react/Button'
import type { FileResult } from '../../api/jobs.ts'
import { useJob } from '../../api/use-job.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ColumnPicker } from '../../parts/column-picker.tsx'
import { ErrorStrip } from '../../parts/error-strip.tsx'
import { FilterField } from '../../parts/filter-field.tsx'
import { JobProgress } from '../../parts/job-progress.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { ReadyFile } from '../../parts/ready-file.tsx'
import { Section } from '../../parts/section.tsx'
import { TablePicker } from '../../parts/table-picker.tsx'
import { useForm } from '../../parts/use-form.ts'
import { EMPTY_FORM, exportBody, MEDIA_TYPES } from './export-form.ts'
import { FormatFields } from './format-fields.tsx'
import { OrderFields } from './order-fields.tsx'
import { Preview } from './preview.tsx'
import { texts } from './texts.ts'

/** Rows as a file, written by the server in the background. What to export can come with the address. */
const Export = () => {
  const t = useTexts(texts)
  const [form, change] = useForm(EMPTY_FORM)
  const { start, cancel, reset, job, result, error, isRunning, isQueued, subject } = useJob('/export', { isKept: true })
  const run = (): void => {
    start(exportBody(form), { accept: MEDIA_TYPES[form.format], subject: form.table })
  }
  return (
    <PageFrame title={t('title')} intro={t('intro')}>
      <Section title={t('what')}>
        <TablePicker
          value={form}
          onChange={({ schema, table }) => {
            const isOther = table !== form.table || schema !== form.schema
            change({ schema, table, ...(isOther && form.table !== '' && { columns: [], where: '', orderBy: '' }) })
          }}
        />
        {form.table !== '' && (
          <div className="fields">
            <ColumnPicker
              table={form}
              value={form.columns}
              onChange={(columns) => {
                change({ columns })
              }}
            />
            <FilterField
              value={form.where}
              onChange={(where) => {
                change({ where })
              }}
            />
            <OrderFields
              table={form}
              value={form.orderBy}
              onChange={(orderBy) => {
                change({ orderBy })
              }}
            />
          </div>
        )}
      </Section>
      <Section title={t('preview')} intro={t('preview.intro')}>
        <Preview form={form} />
      </Section>
      <Section title={t('how')}>
        <FormatFields form={form} onChange={change} />
        <div className="actions">
          <Button design="Emphasized" icon="journey-depart" disabled={form.table === '' || isRunning} onClick={run}>
            {t('start')}
          </Button>
        </div>
        {error && <ErrorStrip error={error} onRetry={run} />}
        {isRunning && subject !== undefined && <p>{t('exporting', { table: subject })}</p>}
        {isRunning && <JobProgress job={job} isQueued={isQueued} onCancel={cancel} />}
        {job && result && (
          <ReadyFile
            operationId={job.operationId}
            result={result as unknown as FileResult}
            name={[subject ?? form.table]}
            byteOrderMark={form.byteOrderMark && form.format === 'csv'}
            onReset={reset}
          />
        )}
      </Section>
    </PageFrame>
  )
}

export default Export
