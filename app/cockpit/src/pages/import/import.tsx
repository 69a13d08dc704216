import { Button } from '@ui5/webcomponents-react/Button'
import { MessageStrip } from '@ui5/webcomponents-react/MessageStrip'
import { useState } from 'react'
import { useJob } from '../../api/use-job.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ErrorStrip } from '../../parts/error-strip.tsx'
import { JobProgress } from '../../parts/job-progress.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { useRoute } from '../../parts/route.ts'
import { Section } from '../../parts/section.tsx'
import { FilePicker } from './file-picker.tsx'
import { EMPTY_FORM, importBody } from './import-form.ts'
import type { ImportForm } from './import-form.ts'
import { Outcome } from './outcome.tsx'
import { ReadingFields } from './reading-fields.tsx'
import { TargetFields } from './target-fields.tsx'
import { texts } from './texts.ts'

/** A file into a table: what would happen can be seen before it happens. */
const Import = () => {
  const t = useTexts(texts)
  const { options } = useRoute()
  const { start, cancel, reset, job, result, error, isRunning } = useJob('/import')
  const [form, setForm] = useState<ImportForm>({
    ...EMPTY_FORM,
    schema: options['schema'] ?? '',
    table: options['table'] ?? '',
    file: options['file'] ?? '',
  })
  /** The file itself, when it came from this computer: its bad lines can be shown. */
  const [source, setSource] = useState<File>()
  const change = (changed: Partial<ImportForm>): void => {
    setForm((before) => ({ ...before, ...changed }))
    reset()
  }
  const run = (isCheck: boolean): void => {
    start(importBody(form, isCheck))
  }
  const isReady = form.file !== '' && form.table !== '' && !isRunning
  return (
    <PageFrame title={t('title')} intro={t('intro')}>
      <Section title={t('file')} intro={t('file.intro')}>
        <FilePicker
          value={form.file}
          onChange={(file, from) => {
            setSource(from)
            change({ file })
          }}
        />
        {form.file !== '' && <ReadingFields form={form} onChange={change} />}
      </Section>
      <Section title={t('target')} intro={t('bypass')}>
        <TargetFields form={form} onChange={change} />
        <div className="actions">
          <Button
            disabled={!isReady}
            tooltip={t('check.hint')}
            onClick={() => {
              run(true)
            }}
          >
            {t('check')}
          </Button>
          <Button
            design="Emphasized"
            icon="journey-arrive"
            disabled={!isReady}
            onClick={() => {
              run(false)
            }}
          >
            {t('import')}
          </Button>
          <span className="muted">{isReady ? t('check.hint') : isRunning ? '' : t('pick')}</span>
        </div>
        {isRunning && <JobProgress job={job} onCancel={cancel} />}
        {error && <ErrorStrip error={error} />}
        {error && error.status !== 0 && (
          <MessageStrip design="Information" hideCloseButton>
            {t('nothingChanged')}
          </MessageStrip>
        )}
        {result && <Outcome result={result} source={source} />}
      </Section>
    </PageFrame>
  )
}

export default Import
