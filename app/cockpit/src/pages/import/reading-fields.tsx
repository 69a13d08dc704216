import { CheckBox } from '@ui5/webcomponents-react/CheckBox'
import { Input } from '@ui5/webcomponents-react/Input'
import { Label } from '@ui5/webcomponents-react/Label'
import { Panel } from '@ui5/webcomponents-react/Panel'
import { useTexts } from '../../i18n/use-texts.ts'
import { Segments } from '../../parts/segments.tsx'
import { type Delimiter, DELIMITERS, ENCODINGS, hasRowOfNames, type ImportForm, isTextTable } from './import-form.ts'
import { texts } from './texts.ts'

interface ReadingFieldsProps {
  readonly form: ImportForm
  readonly onChange: (changed: Partial<ImportForm>) => void
}

/** How the file is written, as far as its format leaves that open. */
export const ReadingFields = ({ form, onChange }: ReadingFieldsProps) => {
  const t = useTexts(texts)
  if (!hasRowOfNames(form.file)) return null
  return (
    <Panel collapsed headerText={t('reading')} noAnimation>
      <div className="stack">
        {isTextTable(form.file) && (
          <div className="fields">
            {form.file.toLowerCase().endsWith('.csv') && (
              <div className="field">
                <Label>{t('delimiter')}</Label>
                <Segments
                  label={t('delimiter')}
                  value={form.delimiter}
                  choices={(Object.keys(DELIMITERS) as Delimiter[]).map(
                    (each) => [each, t(`delimiter.${each}`)] as const,
                  )}
                  onChange={(delimiter) => {
                    onChange({ delimiter })
                  }}
                />
              </div>
            )}
            <div className="field">
              <Label>{t('encoding')}</Label>
              <Segments
                label={t('encoding')}
                value={form.encoding}
                choices={ENCODINGS.map((each) => [each, each] as const)}
                onChange={(encoding) => {
                  onChange({ encoding })
                }}
              />
            </div>
            <div className="field">
              <Label for="import-nulls">{t('nullValues')}</Label>
              <Input
                id="import-nulls"
                value={form.nullValues}
                onInput={(event) => {
                  onChange({ nullValues: event.target.value })
                }}
              />
              <small>{t('nullValues.hint')}</small>
            </div>
          </div>
        )}
        <div className="checks">
          <CheckBox
            text={t('hasHeader')}
            checked={form.hasHeader}
            onChange={(event) => {
              onChange({ hasHeader: event.target.checked })
            }}
          />
        </div>
      </div>
    </Panel>
  )
}
