import { CheckBox } from '@ui5/webcomponents-react/CheckBox'
import { Link } from '@ui5/webcomponents-react/Link'
import { useSchemas } from '../../api/catalog.ts'
import type { JobBody } from '../../api/jobs.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Choice } from '../../parts/choice.tsx'
import { ErrorStrip } from '../../parts/error-strip.tsx'
import { hrefOf } from '../../parts/route.ts'
import { TextField } from '../../parts/text-field.tsx'
import { useForm } from '../../parts/use-form.ts'
import { PlannedForm } from './planned-form.tsx'
import { texts } from './texts.ts'
import { usePlannedJob } from '../../parts/use-planned-job.ts'

const EMPTY_FORM = { schema: '', target: '', withRows: false, excluded: '' }

/** Clones a whole schema, with or without its rows. */
export const CloneSchema = () => {
  const t = useTexts(texts)
  const [{ schema, target, withRows, excluded }, change] = useForm(EMPTY_FORM)
  const schemas = useSchemas()
  const known = (schemas.value?.schemas ?? []).filter(({ isSystem }) => !isSystem)
  const names = known.map(({ name }) => name)
  const current = known.find(({ isCurrent }) => isCurrent)?.name
  const source = names.find((name) => name === schema) ?? current ?? names[0] ?? ''
  const body: JobBody<'/schemaClone'> | undefined =
    source && target
      ? {
          source,
          target,
          includeData: withRows,
          ...(excluded && { excludeTables: excluded }),
        }
      : undefined
  const job = usePlannedJob('/schemaClone', body)
  const made = job.work.result
  return (
    <PlannedForm
      title={t('what.schema')}
      intro={t('schema.intro')}
      job={job}
      isComplete={body !== undefined}
      run={t('clone')}
      done={
        made &&
        [
          t('cloned', {
            schema: made.target,
            tables: made.tablesCloned,
            views: made.viewsCloned,
            count: made.rowsCopied,
          }),
          !made.persistent && t('notPersistent'),
        ]
          .filter(Boolean)
          .join(' ')
      }
      next={
        made && (
          <Link href={hrefOf('compare-schema', [], { schema1: made.source, schema2: made.target })}>
            {t('toCompareSchema')}
          </Link>
        )
      }
    >
      {schemas.error && <ErrorStrip error={schemas.error} onRetry={schemas.reload} />}
      <div className="fields">
        <Choice
          label={t('sourceSchema')}
          value={source}
          options={names.map((name) => ({ value: name, text: name }))}
          onChange={(chosen) => {
            change({ schema: chosen })
          }}
        />
        <TextField
          label={t('targetSchema.new')}
          value={target}
          required
          onChange={(text) => {
            change({ target: text })
          }}
        />
        <TextField
          label={t('without')}
          placeholder={t('without.example')}
          value={excluded}
          onChange={(text) => {
            change({ excluded: text })
          }}
        />
      </div>
      <CheckBox
        text={t('withData')}
        checked={withRows}
        onChange={(event) => {
          change({ withRows: event.target.checked })
        }}
      />
    </PlannedForm>
  )
}
