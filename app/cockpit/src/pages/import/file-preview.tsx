import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../parts/column.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Value } from '../../parts/value.tsx'
import { texts } from './texts.ts'
import { isSheet, type SeenFile } from './use-file-rows.ts'

interface FilePreviewProps {
  readonly file: string
  readonly seen: SeenFile
  readonly onChange: (mapping: readonly string[]) => void
}

interface FileColumn {
  readonly name: string
  readonly index: number
  /** What is there in the first rows: a line may end before its last column. */
  readonly samples: readonly (string | null)[]
}

/** Each column of the file, with its first values, and the column of the table that it goes into: to be chosen. */
export const FilePreview = ({ file, seen: { head, rows, targets, mapping }, onChange }: FilePreviewProps) => {
  const t = useTexts(texts)
  if (isSheet(file)) return <p className="muted">{t('preview.sheet')}</p>
  return (
    <Loaded of={head}>
      {() => {
        if (!rows) return <p className="muted">{t('preview.none')}</p>
        const goesTo = (index: number): string => mapping?.[index] ?? ''
        const choose = (index: number, name: string): void => {
          // A column of the table is filled by one of the file: the last one that was chosen.
          onChange(
            rows.columns.map((_, place) => (place === index ? name : goesTo(place) === name ? '' : goesTo(place))),
          )
        }
        const columns: Column<FileColumn>[] = [
          { key: 'file', label: t('fileColumn'), kind: 'name', value: ({ name }) => name },
          {
            key: 'table',
            label: t('goesTo'),
            value: ({ index }) => mapping?.[index],
            cell: ({ name, index }) =>
              mapping && (
                <select
                  className="target"
                  aria-label={t('goesTo.of', { name })}
                  value={goesTo(index)}
                  onChange={(event) => {
                    choose(index, event.target.value)
                  }}
                >
                  <option value="">{t('skip')}</option>
                  {targets.map((target) => (
                    <option key={target.name} value={target.name}>
                      {target.name} ({target.type})
                    </option>
                  ))}
                </select>
              ),
          },
          {
            key: 'samples',
            label: t('samples'),
            value: ({ samples }) => samples.join(' · '),
            cell: ({ samples }) => (
              <span className="samples">
                {samples.map((sample, index) => (
                  <span key={index}>
                    <Value value={sample} isRecord />
                  </span>
                ))}
              </span>
            ),
          },
        ]
        return (
          <section>
            <h3>{t('preview')}</h3>
            <p className="muted">{t(mapping ? 'preview.mapped' : 'preview.intro')}</p>
            <DataTable
              caption={t('preview')}
              columns={columns}
              rows={rows.columns.map((name, index) => ({
                name,
                index,
                samples: rows.rows.flatMap((row) => (index < row.length ? [row[index] ?? null] : [])),
              }))}
            />
          </section>
        )
      }}
    </Loaded>
  )
}
