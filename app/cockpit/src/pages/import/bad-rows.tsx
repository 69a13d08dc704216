import { useLoaded } from '../../api/use-loaded.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../parts/column.ts'
import { ResultTable } from '../../parts/result-table.tsx'
import { isLineFile } from './import-form.ts'
import type { ImportResult } from './import-result.ts'
import { RejectedFile } from './rejected-file.tsx'
import { readLines } from './read-lines.ts'
import { texts } from './texts.ts'

type Bad = ImportResult['errors'][number]

interface BadRowsProps {
  readonly result: ImportResult
  readonly source: File | undefined
  readonly onRejected: (file: string) => void
}

/** The rows that do not fit, with the text of their lines when the file came from this computer. */
export const BadRows = ({ result, source, onRejected }: BadRowsProps) => {
  const t = useTexts(texts)
  const { rejectedFile } = result
  const isReadable = source !== undefined && isLineFile(result.file)
  const lines = useLoaded(isReadable ? JSON.stringify([result.file, source.lastModified, result.errors]) : null, () =>
    source ? readLines(source, new Set(result.errors.map(({ line }) => line))) : Promise.resolve(new Map()),
  )
  const columns: Column<Bad>[] = [
    { key: 'line', label: t('line'), kind: 'number', value: ({ line }) => line },
    { key: 'column', label: t('column'), kind: 'name', value: ({ column }) => column },
    { key: 'value', label: t('value'), isOptional: true, isRecord: true, value: ({ value }) => value ?? undefined },
    { key: 'message', label: t('problem'), value: ({ message }) => message },
    { key: 'code', label: t('code'), value: ({ code }) => code },
    {
      key: 'text',
      label: t('text'),
      isOptional: true,
      value: ({ line }) => lines.value?.get(line),
      cell: ({ line }) => <code>{lines.value?.get(line)}</code>,
    },
  ]
  return (
    <section>
      <h3>{t('bad')}</h3>
      <p className="muted">{t(result.dryRun ? 'bad.intro' : 'bad.intro.done')}</p>
      {rejectedFile && <RejectedFile name={rejectedFile} onImport={onRejected} />}
      <ResultTable
        caption={t('bad')}
        columns={columns}
        rows={result.errors}
        total={result.rowsRejected}
        name={[result.table, 'bad-rows']}
      />
    </section>
  )
}
