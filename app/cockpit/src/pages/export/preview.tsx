import { api, bodyOf } from '../../api/client.ts'
import { inTurn } from '../../api/in-turn.ts'
import { useDebounced } from '../../api/use-debounced.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { recordColumns } from '../../parts/column.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { type ExportForm, previewBody } from './export-form.ts'
import { texts } from './texts.ts'

const PREVIEW_ROWS = 10

/** The first rows of what will be exported, as soon as there is a table; a wrong filter is seen here. */
export const Preview = ({ form }: { form: ExportForm }) => {
  const t = useTexts(texts)
  const question = useDebounced(form.table === '' ? null : JSON.stringify(previewBody(form, PREVIEW_ROWS)))
  const preview = useLoaded(question, (signal) =>
    inTurn(signal, () => bodyOf(api.POST('/export', { body: previewBody(form, PREVIEW_ROWS), signal }))),
  )
  if (question === null) return <p className="muted">{t('preview.pick')}</p>
  return (
    <Loaded of={preview}>
      {({ columns, rows = [] }) => (
        <>
          <DataTable caption={t('preview')} columns={recordColumns(columns)} rows={rows} />
          {rows.length === 0 && <p className="muted">{t('preview.none')}</p>}
        </>
      )}
    </Loaded>
  )
}
