import { CheckBox } from '@ui5/webcomponents-react/CheckBox'
import { Input } from '@ui5/webcomponents-react/Input'
import { Label } from '@ui5/webcomponents-react/Label'
import { useTexts } from '../../i18n/use-texts.ts'
import { ExactBox } from '../../parts/exact-box.tsx'
import { Segments } from '../../parts/segments.tsx'
import { type Delimiter, DELIMITERS, type ExportForm, FORMATS } from './export-form.ts'
import { texts } from './texts.ts'

interface FormatFieldsProps {
  readonly form: ExportForm
  readonly onChange: (changed: Partial<ExportForm>) => void
}

/** The form of the file, with what each format leaves open. */
export const FormatFields = ({ form, onChange }: FormatFieldsProps) => {
  const t = useTexts(texts)
  const isText = form.format === 'csv'
  const isTable = isText || form.format === 'xlsx'
  return (
    <>
      <div className="fields">
        <div className="field grow">
          <Label>{t('format')}</Label>
          <Segments
            label={t('format')}
            value={form.format}
            choices={FORMATS.map((format) => [format, t(`format.${format}`)] as const)}
            onChange={(format) => {
              onChange({ format })
            }}
          />
          <small>{t(`format.${form.format}.hint`)}</small>
        </div>
        <div className="field">
          <Label for="export-limit">{t('limit')}</Label>
          <Input
            id="export-limit"
            type="Number"
            value={form.limit}
            placeholder={t('limit.all')}
            onInput={(event) => {
              onChange({ limit: event.target.value })
            }}
          />
        </div>
      </div>
      {isText && (
        <div className="fields">
          <div className="field grow">
            <Label>{t('delimiter')}</Label>
            <Segments
              label={t('delimiter')}
              value={form.delimiter}
              choices={(Object.keys(DELIMITERS) as Delimiter[]).map((each) => [each, t(`delimiter.${each}`)] as const)}
              onChange={(delimiter) => {
                onChange({ delimiter })
              }}
            />
          </div>
          <div className="field">
            <Label for="export-null">{t('nullValue')}</Label>
            <Input
              id="export-null"
              value={form.nullValue}
              placeholder={t('nullValue.nothing')}
              onInput={(event) => {
                onChange({ nullValue: event.target.value })
              }}
            />
          </div>
        </div>
      )}
      <div className="checks">
        <ExactBox
          to="file"
          checked={form.isExact}
          onChange={(isExact) => {
            onChange({ isExact })
          }}
        />
      </div>
      {isTable && (
        <div className="checks">
          <CheckBox
            text={t('headers')}
            checked={form.includeHeaders}
            onChange={(event) => {
              onChange({ includeHeaders: event.target.checked })
            }}
          />
          <CheckBox
            text={t('formulas')}
            checked={form.escapeFormulas}
            onChange={(event) => {
              onChange({ escapeFormulas: event.target.checked })
            }}
          />
          {isText && (
            <CheckBox
              text={t('byteOrderMark')}
              checked={form.byteOrderMark}
              onChange={(event) => {
                onChange({ byteOrderMark: event.target.checked })
              }}
            />
          )}
        </div>
      )}
    </>
  )
}
