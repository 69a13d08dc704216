import { Button } from '@ui5/webcomponents-react/Button'
import { MessageStrip } from '@ui5/webcomponents-react/MessageStrip'
import { useSchemas } from '../../api/catalog.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Choice } from '../../parts/choice.tsx'
import { FilePicker } from '../../parts/file-picker.tsx'
import { JobState } from '../../parts/job-state.tsx'
import { Section } from '../../parts/section.tsx'
import { useForm } from '../../parts/use-form.ts'
import { usePlannedJob } from '../../parts/use-planned-job.ts'
import { LoadResult } from './load-result.tsx'
import { texts } from './texts.ts'

const EMPTY_FORM = { file: '', target: '' }

/** Loads a dump, after trying it: a trial does everything and undoes it. */
export const LoadDump = () => {
  const t = useTexts(texts)
  const [{ file, target }, change] = useForm(EMPTY_FORM)
  const names = (useSchemas().value?.schemas ?? []).filter(({ isSystem }) => !isSystem).map(({ name }) => name)
  const body = file === '' ? undefined : { file, ...(target !== '' && { schema: target }) }
  const { plan, work, showPlan, run } = usePlannedJob('/load', body)
  const isReady = body !== undefined && !plan.isRunning && !work.isRunning
  const error = work.error ?? plan.error
  const result = work.result ?? plan.result
  return (
    <>
      <Section title={t('what.load')} intro={t('load.intro')}>
        <FilePicker
          accept=".zip"
          value={file}
          onChange={(name) => {
            change({ file: name })
          }}
        />
        {names.length > 1 && (
          <div className="fields">
            <Choice
              label={t('target')}
              value={target}
              options={[
                { value: '', text: t('target.default') },
                ...names.map((name) => ({ value: name, text: name })),
              ]}
              onChange={(name) => {
                change({ target: name })
              }}
            />
          </div>
        )}
        <div className="actions">
          <Button disabled={!isReady} onClick={showPlan}>
            {t('try')}
          </Button>
          <Button design="Emphasized" icon="journey-arrive" disabled={!isReady} onClick={run}>
            {t('load')}
          </Button>
          <span className="muted">{body === undefined ? t('try.pick') : t('try.hint')}</span>
        </div>
        <JobState running={plan} />
        <JobState running={work} />
        {error && error.status !== 0 && (
          <MessageStrip design="Information" hideCloseButton>
            {t('nothingChanged')}
          </MessageStrip>
        )}
      </Section>
      {result && <LoadResult result={result} />}
    </>
  )
}
