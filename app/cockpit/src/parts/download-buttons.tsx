import { useState } from 'react'
import { Button } from '@ui5/webcomponents-react/Button'
import { CheckBox } from '@ui5/webcomponents-react/CheckBox'
import { useTexts } from '../i18n/use-texts.ts'
import type { Column } from './column.ts'
import { fileName, saveText } from './download.ts'
import { ErrorStrip } from './error-strip.tsx'
import { texts } from './texts.ts'
import { useAction } from './use-action.ts'
import { writeCsv, writeJson } from './write-csv.ts'

interface DownloadButtonsProps<Row> {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  /** Asks for the rows as they are saved, where those here do not hold all of their values. */
  readonly whole?: (() => Promise<readonly Row[]>) | undefined
  readonly name: readonly string[]
  /** The buttons say how many rows they save. */
  readonly isCounted?: boolean
  /** Who saves chooses whether text of CSV is kept from being run as a formula. */
  readonly choosesEscape?: boolean
}

/** Saves rows that are shown, as they are. */
export const DownloadButtons = <Row,>(props: DownloadButtonsProps<Row>) => {
  const { caption, columns: all, rows, whole, name, isCounted, choosesEscape } = props
  const { run, isRunning, error } = useAction()
  const [escapeFormulas, setEscapeFormulas] = useState(false)
  const t = useTexts(texts)
  const counted = isCounted ? ` (${String(rows.length)})` : ''
  const columns = all.filter(({ isAction }) => !isAction)
  const save = (write: (saved: readonly Row[]) => void): void => {
    if (whole) run(async () => write(await whole()))
    else write(rows)
  }
  return (
    <span className="downloads">
      {choosesEscape && (
        <CheckBox
          text={t('download.formulas')}
          checked={escapeFormulas}
          onChange={(event) => {
            setEscapeFormulas(event.target.checked)
          }}
        />
      )}
      <Button
        design="Transparent"
        icon="download"
        disabled={isRunning}
        accessibleName={t('download.csv', { caption })}
        onClick={() => {
          save((saved) => {
            saveText(writeCsv(columns, saved, { escapeFormulas }), fileName(name, 'csv'), 'text/csv')
          })
        }}
      >
        {`CSV${counted}`}
      </Button>
      <Button
        design="Transparent"
        icon="download"
        disabled={isRunning}
        accessibleName={t('download.json', { caption })}
        onClick={() => {
          save((saved) => {
            saveText(writeJson(columns, saved), fileName(name, 'json'), 'application/json')
          })
        }}
      >
        {`JSON${counted}`}
      </Button>
      {error && <ErrorStrip error={error} />}
    </span>
  )
}
