import { useEffect, useEffectEvent } from 'react'
import { useColumns } from '../../api/catalog.ts'
import { useLoaded } from '../../api/use-loaded.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../parts/column.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Value } from '../../parts/value.tsx'
import { guessDelimiter } from './guess-delimiter.ts'
import type { Delimiter, ImportForm } from './import-form.ts'
import { type FileRows, parseHead } from './parse-head.ts'
import { previewMapping } from './preview-mapping.ts'
import { readHead } from './read-head.ts'
import { texts } from './texts.ts'

interface FilePreviewProps {
  readonly form: ImportForm
  /** The file itself, when it came from this computer. */
  readonly source: File | undefined
  /** Told when the file shows that its fields are divided otherwise. */
  readonly onDelimiter: (delimiter: Delimiter) => void
}

/** How the file begins, and into which column of the table each of its columns would go. */
export const FilePreview = ({ form, source, onDelimiter }: FilePreviewProps) => {
  const t = useTexts(texts)
  const { file, encoding } = form
  const isText = !file.toLowerCase().endsWith('.xlsx')
  const head = useLoaded(isText ? JSON.stringify([file, encoding, source?.lastModified]) : null, (signal) =>
    readHead(file, source, encoding, signal),
  )
  const look = useEffectEvent((text: string) => {
    const guessed = guessDelimiter(text, form.delimiter)
    if (file.toLowerCase().endsWith('.csv') && guessed !== form.delimiter) onDelimiter(guessed)
  })
  const begin = head.value?.text
  useEffect(() => {
    if (begin !== undefined) look(begin)
  }, [begin])
  const columns = useColumns(form.schema, form.table)
  if (!isText) return <p className="muted">{t('preview.sheet')}</p>
  return (
    <Loaded of={head}>
      {(begin) => {
        const found = parseHead(file, begin, form)
        if (!found) return <p className="muted">{t('preview.none')}</p>
        const names = columns.value?.map(({ name }) => name)
        const mapping = names && previewMapping(found.columns, names, form.matchMode)
        const shown: Column<FileRows['rows'][number]>[] = found.columns.map((name, index) => ({
          key: String(index),
          label: name,
          ...(mapping && { hint: mapping[index] === undefined ? t('ignored') : `→ ${mapping[index]}` }),
          isRecord: true,
          value: (row) => row[index],
          // A line may end before its last column: nothing is there, not even NULL.
          ...(found.rows.some((row) => row.length <= index) && {
            cell: (row) => index < row.length && <Value value={row[index]} isRecord />,
          }),
        }))
        return (
          <section>
            <h3>{t('preview')}</h3>
            <p className="muted">{t(mapping ? 'preview.mapped' : 'preview.intro')}</p>
            <DataTable caption={t('preview')} columns={shown} rows={found.rows} />
          </section>
        )
      }}
    </Loaded>
  )
}
