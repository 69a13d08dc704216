import './import.css'
import { Button } from '@ui5/webcomponents-react/Button'
import { MessageStrip } from '@ui5/webcomponents-react/MessageStrip'
import { useState } from 'react'
import { useJob } from '../../api/use-job.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { ErrorStrip } from '../../parts/error-strip.tsx'
import { FilePicker } from '../../parts/file-picker.tsx'
import { JobProgress } from '../../parts/job-progress.tsx'
import { PageFrame } from '../../parts/page-frame.tsx'
import { Section } from '../../parts/section.tsx'
import { useForm } from '../../parts/use-form.ts'
import { ConfirmTruncate } from './confirm-truncate.tsx'
import { FilePreview } from './file-preview.tsx'
import { EMPTY_FORM, importBody, type ImportForm } from './import-form.ts'
import { ofOneFile } from './import-result.ts'
import { Outcome } from './outcome.tsx'
import { ReadingFields } from './reading-fields.tsx'
import { TargetFields } from './target-fields.tsx'
import { useFileRows } from './use-file-rows.ts'
import { texts } from './texts.ts'

/** A file into a table: what would happen can be seen before it happens. */
const Import = () => {
  const t = useTexts(texts)
  const [form, setForm] = useForm(EMPTY_FORM)
  const { start, cancel, reset, job, result, error, isRunning, isQueued, subject } = useJob('/import', { isKept: true })
  /** The file itself, when it came from this computer: its lines can be shown. */
  const [given, setGiven] = useState<{ readonly name: string; readonly file: File }>()
  const source = given?.name === form.file ? given.file : undefined
  const [isAsking, setAsking] = useState(false)
  const change = (changed: Partial<ImportForm>): void => {
    // What was chosen for columns is for those of this file and this table, as they are read.
    const isOther = ['file', 'table', 'schema', 'matchMode', 'hasHeader', 'delimiter'].some((name) => name in changed)
    setForm(isOther ? { mapping: [], ...changed } : changed)
    // What an import that runs has come to is told whatever is typed meanwhile.
    if (result ?? error) reset()
  }
  const seen = useFileRows(form, source, (delimiter) => {
    change({ delimiter })
  })
  const run = (isCheck: boolean): void => {
    setAsking(false)
    start(importBody(form, isCheck, seen.pairs), { subject: form.table })
  }
  const isReady = form.file !== '' && form.table !== '' && seen.pairs?.length !== 0 && !isRunning
  return (
    <PageFrame title={t('title')} intro={t('intro')}>
      <Section title={t('file')} intro={t('file.intro')}>
        <FilePicker
          accept=".csv,.tsv,.json,.ndjson,.jsonl,.xlsx"
          value={form.file}
          onChange={(file, from) => {
            setGiven(from && { name: file, file: from })
            change({ file })
          }}
        />
        {form.file !== '' && <ReadingFields form={form} onChange={change} />}
      </Section>
      <Section title={t('target')} intro={t('bypass')}>
        <TargetFields form={form} onChange={change} />
        {form.file !== '' && (
          <FilePreview
            file={form.file}
            seen={seen}
            onChange={(mapping) => {
              change({ mapping })
            }}
          />
        )}
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
          <span className="muted">
            {isReady ? t('check.hint') : isRunning ? '' : t(seen.pairs?.length === 0 ? 'pick.columns' : 'pick')}
          </span>
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
        {isRunning && <JobProgress job={job} isQueued={isQueued} onCancel={cancel} />}
        {error && <ErrorStrip error={error} />}
        {error && error.status !== 0 && (
          <MessageStrip design="Information" hideCloseButton>
            {t('nothingChanged')}
          </MessageStrip>
        )}
        {result && (
          <Outcome
            result={ofOneFile(result)}
            source={source}
            onRejected={(file) => {
              // What was said of the columns holds for these rows as well.
              change({ file, mapping: form.mapping })
            }}
          />
        )}
      </Section>
    </PageFrame>
  )
}

export default Import
