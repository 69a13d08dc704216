import { CheckBox } from '@ui5/webcomponents-react/CheckBox'
import { Input } from '@ui5/webcomponents-react/Input'
import { Label } from '@ui5/webcomponents-react/Label'
import { useTexts } from '../../i18n/use-texts.ts'
import { ColumnPicker } from '../../parts/column-picker.tsx'
import { ExactBox } from '../../parts/exact-box.tsx'
import { Segments } from '../../parts/segments.tsx'
import { TablePicker } from '../../parts/table-picker.tsx'
import { type ImportForm, MATCH_MODES, MODES, ON_ERROR } from './import-form.ts'
import { texts } from './texts.ts'

interface TargetFieldsProps {
  readonly form: ImportForm
  readonly onChange: (changed: Partial<ImportForm>) => void
}

/** Where the rows go, and what happens to those that do not fit. */
export const TargetFields = ({ form, onChange }: TargetFieldsProps) => {
  const t = useTexts(texts)
  return (
    <>
      <TablePicker
        kind="table"
        label={t('table')}
        value={form}
        onChange={({ schema, table }) => {
          onChange({ schema, table })
        }}
      />
      <div className="fields">
        <div className="field">
          <Label>{t('mode')}</Label>
          <Segments
            label={t('mode')}
            value={form.mode}
            choices={MODES.map((each) => [each, t(`mode.${each}`)] as const)}
            onChange={(mode) => {
              onChange({ mode })
            }}
          />
          <small>{t(`mode.${form.mode}.hint`)}</small>
        </div>
        {form.mode !== 'insert' && (
          <ColumnPicker
            table={form}
            label={t('keys')}
            placeholder={t('keys.primary')}
            value={form.keys}
            onChange={(keys) => {
              onChange({ keys })
            }}
          />
        )}
        <div className="field">
          <Label>{t('matchMode')}</Label>
          <Segments
            label={t('matchMode')}
            value={form.matchMode}
            choices={MATCH_MODES.map((each) => [each, t(`matchMode.${each}`)] as const)}
            onChange={(matchMode) => {
              onChange({ matchMode })
            }}
          />
        </div>
        <div className="field">
          <Label>{t('onError')}</Label>
          <Segments
            label={t('onError')}
            value={form.onError}
            choices={ON_ERROR.map((each) => [each, t(`onError.${each}`)] as const)}
            onChange={(onError) => {
              onChange({ onError })
            }}
          />
        </div>
        {form.onError === 'skip' && (
          <div className="field">
            <Label for="import-errors">{t('maxErrors')}</Label>
            <Input
              id="import-errors"
              type="Number"
              value={form.maxErrors}
              onInput={(event) => {
                onChange({ maxErrors: event.target.value })
              }}
            />
          </div>
        )}
      </div>
      <div className="checks">
        <CheckBox
          text={t('truncate')}
          checked={form.truncate && form.mode !== 'update'}
          disabled={form.mode === 'update'}
          onChange={(event) => {
            onChange({ truncate: event.target.checked })
          }}
        />
        <ExactBox
          to="table"
          checked={form.isExact}
          onChange={(isExact) => {
            onChange({ isExact })
          }}
        />
      </div>
    </>
  )
}
