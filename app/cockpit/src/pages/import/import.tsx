import { Button } from '@ui5/webcomponents-react/Button'
import { MessageStrip } from '@ui5/webcomponents-react/MessageStrip'
import { useState } from 'react'
import { useJob } from '../../api/use-job.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ErrorStrip } from '../../parts/error-strip.tsx'
import { JobProgress } from '../../parts/job-progress.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Section } from '../../parts/section.tsx'
import { useForm } from '../../parts/use-form.ts'
import { ConfirmTruncate } from './confirm-truncate.tsx'
import { FilePicker } from './file-picker.tsx'
import { FilePreview } from './file-preview.tsx'
import { EMPTY_FORM, importBody, type ImportForm } from './import-form.ts'
import { ofOneFile } from './import-result.ts'
import { Outcome } from './outcome.tsx'
import { ReadingFields } from './reading-fields.tsx'
import { TargetFields } from './target-fields.tsx'
import { texts } from './texts.ts'

/** A file into a table: what would happen can be seen before it happens. */
const Import = () => {
  const t = useTexts(texts)
  const [form, setForm] = useForm(EMPTY_FORM)
  const { start, cancel, reset, job, result, error, isRunning, subject } = useJob('/import', { isKept: true })
  /** The file itself, when it came from this computer: its lines can be shown. */
  const [source, setSource] = useState<File>()
  const [isAsking, setAsking] = useState(false)
  const change = (changed: Partial<ImportForm>): void => {
    setForm(changed)
    // What an import that runs has come to is told whatever is typed meanwhile.
    if (result ?? error) reset()
  }
  const run = (isCheck: boolean): void => {
    setAsking(false)
    start(importBody(form, isCheck), { subject: form.table })
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
        {form.file !== '' && (
          <>
            <ReadingFields form={form} onChange={change} />
            <FilePreview
              form={form}
              source={source}
              onDelimiter={(delimiter) => {
                change({ delimiter })
              }}
            />
          </>
        )}
      </Section>
      <Section title={t('target')} intro={t('bypass')}>
        <TargetFields form={form} onChange={change} />
        <div className="actions">
          <Button
            disabled={!isReady}
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
              if (form.truncate) setAsking(true)
              else run(false)
            }}
          >
            {t('import')}
          </Button>
          <span className="muted">{isReady ? t('check.hint') : isRunning ? '' : t('pick')}</span>
        </div>
        {isAsking && (
          <ConfirmTruncate
            schema={form.schema}
            table={form.table}
            onConfirm={() => {
              run(false)
            }}
            onClose={() => {
              setAsking(false)
            }}
          />
        )}
        {isRunning && subject !== undefined && <p>{t('importing', { table: subject })}</p>}
        {isRunning && <JobProgress job={job} onCancel={cancel} />}
        {error && <ErrorStrip error={error} />}
        {error && error.status !== 0 && (
          <MessageStrip design="Information" hideCloseButton>
            {t('nothingChanged')}
          </MessageStrip>
        )}
        {result && <Outcome result={ofOneFile(result)} source={source} />}
      </Section>
    </PageFrame>
  )
}

export default Import
