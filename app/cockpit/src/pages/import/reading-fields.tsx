import { CheckBox } from '@ui5/webcomponents-react/CheckBox'
import { Label } from '@ui5/webcomponents-react/Label'
import { Panel } from '@ui5/webcomponents-react/Panel'
import { useTexts } from '../../i18n/use-texts.ts'
import { Segments } from '../../parts/segments.tsx'
import { TextField } from '../../parts/text-field.tsx'
import {
  DATES,
  DECIMALS,
  type Delimiter,
  DELIMITERS,
  ENCODINGS,
  EPOCHS,
  hasRowOfNames,
  type ImportForm,
  isTextTable,
  STRICT,
} from './import-form.ts'
import { texts } from './texts.ts'

interface ReadingFieldsProps {
  readonly form: ImportForm
  readonly onChange: (changed: Partial<ImportForm>) => void
}

/** How the file and its values are written, as far as its format leaves that open. */
export const ReadingFields = ({ form, onChange }: ReadingFieldsProps) => {
  const t = useTexts(texts)
  const isText = isTextTable(form.file)
  /** One of a few, by the name of what it is in the form. */
  const choice = <Name extends 'delimiter' | 'encoding' | 'decimal' | 'dates' | 'epoch' | 'strict'>(
    name: Name,
    values: readonly ImportForm[Name][],
    say: (value: ImportForm[Name]) => string,
  ) => (
    <div className="field">
      <Label>{t(name)}</Label>
      <Segments<ImportForm[Name]>
        label={t(name)}
        value={form[name]}
        choices={values.map((each) => [each, say(each)] as const)}
        onChange={(value) => {
          onChange({ [name]: value })
        }}
      />
    </div>
  )
  const words = (name: 'nullValues' | 'trueValues' | 'falseValues') => (
    <TextField
      label={t(name)}
      value={form[name]}
      onChange={(value) => {
        onChange({ [name]: value })
      }}
    />
  )
  return (
    <Panel collapsed headerText={t('reading')} noAnimation>
      <div className="stack">
        <div className="fields">
          {form.file.toLowerCase().endsWith('.csv') &&
            choice('delimiter', Object.keys(DELIMITERS) as Delimiter[], (each) => t(`delimiter.${each}`))}
          {isText && choice('encoding', ENCODINGS, (each) => each)}
          {isText && choice('decimal', DECIMALS, (each) => t(`decimal.${each === ',' ? 'comma' : 'point'}`))}
          {choice('dates', DATES, (each) => t(`dates.${each}`))}
          {choice('epoch', EPOCHS, (each) => t(`epoch.${each}`))}
          {choice('strict', STRICT, (each) => t(`strict.${each}`))}
        </div>
        <div className="fields">
          {isText && words('nullValues')}
          {words('trueValues')}
          {words('falseValues')}
        </div>
        <small className="muted">{t('words.hint')}</small>
        {hasRowOfNames(form.file) && (
          <div className="checks">
            <CheckBox
              text={t('hasHeader')}
              checked={form.hasHeader}
              onChange={(event) => {
                onChange({ hasHeader: event.target.checked })
              }}
            />
          </div>
        )}
      </div>
    </Panel>
  )
}
