import { Button } from '@ui5/webcomponents-react/Button'
import { useTexts } from '../i18n/use-texts.ts'
import type { Column } from './column.ts'
import { fileName, saveText } from './download.ts'
import { texts } from './texts.ts'
import { writeCsv, writeJson } from './write-csv.ts'

interface DownloadButtonsProps<Row> {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly name: readonly string[]
  /** The buttons say how many rows they save. */
  readonly isCounted?: boolean
}

/** Saves rows that are here already, as they are. */
export const DownloadButtons = <Row,>({ caption, columns: all, rows, name, isCounted }: DownloadButtonsProps<Row>) => {
  const t = useTexts(texts)
  const counted = isCounted ? ` (${String(rows.length)})` : ''
  const columns = all.filter(({ isAction }) => !isAction)
  return (
    <span className="downloads">
      <Button
        design="Transparent"
        icon="download"
        accessibleName={t('download.csv', { caption })}
        onClick={() => {
          saveText(writeCsv(columns, rows), fileName(name, 'csv'), 'text/csv')
        }}
      >
        {`CSV${counted}`}
      </Button>
      <Button
        design="Transparent"
        icon="download"
        accessibleName={t('download.json', { caption })}
        onClick={() => {
          saveText(writeJson(columns, rows), fileName(name, 'json'), 'application/json')
        }}
      >
        {`JSON${counted}`}
      </Button>
    </span>
  )
}
