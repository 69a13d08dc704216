import { CheckBox } from '@ui5/webcomponents-react/CheckBox'
import { Link } from '@ui5/webcomponents-react/Link'
import { useSchemas } from '../../api/catalog.ts'
import type { JobBody } from '../../api/jobs.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { Choice } from '../../parts/choice.tsx'
import { FilterField } from '../../parts/filter-field.tsx'
import { hrefOf } from '../../parts/route.ts'
import { TablePicker } from '../../parts/table-picker.tsx'
import { TextField } from '../../parts/text-field.tsx'
import { useForm } from '../../parts/use-form.ts'
import { PlannedForm } from './planned-form.tsx'
import { texts } from './texts.ts'
import { usePlannedJob } from '../../parts/use-planned-job.ts'

const EMPTY_FORM = { schema: '', table: '', to: '', target: '', withData: true, where: '' }

/** Copies one table, with its rows or some of them. */
export const CopyTable = () => {
  const t = useTexts(texts)
  const [{ schema, table, to, target, withData, where }, change] = useForm(EMPTY_FORM)
  const schemas = useSchemas()
  const names = (schemas.value?.schemas ?? []).filter(({ isSystem }) => !isSystem).map(({ name }) => name)
  const targetSchema = names.find((name) => name === to) ?? schema
  const body: JobBody<'/tableCopy'> | undefined =
    schema && table && target
      ? {
          sourceSchema: schema,
          sourceTable: table,
          ...(targetSchema && { targetSchema }),
          targetTable: target,
          includeData: withData,
          ...(withData && where && { where }),
        }
      : undefined
  const job = usePlannedJob('/tableCopy', body)
  const made = job.work.result
  return (
    <PlannedForm
      title={t('what.table')}
      intro={t('table.intro')}
      job={job}
      isComplete={body !== undefined}
      run={t('copy')}
      done={made && t('copied', { table: made.target.table, count: made.rowsCopied })}
      next={
        made && (
          <span className="actions">
            <Link href={hrefOf('table', [made.target.schema, made.target.table])}>{t('toTable')}</Link>
            {made.includeData && (
              <Link
                href={hrefOf('compare', [], {
                  schema1: made.source.schema,
                  table1: made.source.table,
                  schema2: made.target.schema,
                  table2: made.target.table,
                })}
              >
                {t('toCompare')}
              </Link>
            )}
          </span>
        )
      }
    >
      <TablePicker
        kind="table"
        label={t('source')}
        value={{ schema, table }}
        onChange={(picked) => {
          change({ schema: picked.schema, table: picked.table })
        }}
      />
      <div className="fields">
        {names.length > 1 && (
          <Choice
            label={t('targetSchema')}
            value={targetSchema}
            options={names.map((name) => ({ value: name, text: name }))}
            onChange={(name) => {
              change({ to: name })
            }}
          />
        )}
        <TextField
          label={t('targetTable')}
          value={target}
          required
          onChange={(text) => {
            change({ target: text })
          }}
        />
        <FilterField
          value={where}
          onChange={(condition) => {
            change({ where: condition })
          }}
        />
      </div>
      <CheckBox
        text={t('withData')}
        checked={withData}
        onChange={(event) => {
          change({ withData: event.target.checked })
        }}
      />
    </PlannedForm>
  )
}
