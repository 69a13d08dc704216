import { Button } from '@ui5/webcomponents-react/Button'
import { useTexts } from '../../i18n/use-texts.ts'
import { hrefOf, navigate } from '../../parts/route.ts'
import { texts } from './texts.ts'

interface ExportRowsProps {
  /** Rows; undefined while they are counted. */
  readonly count: number | undefined
  readonly question: Readonly<Record<string, string | undefined>>
}

/** Leads to the export of the rows that are chosen, on all pages. */
export const ExportRows = ({ count, question }: ExportRowsProps) => {
  const t = useTexts(texts)
  return (
    <Button
      icon="journey-depart"
      design="Transparent"
      onClick={() => {
        navigate(hrefOf('export', [], question))
      }}
    >
      {count === undefined ? t('exportThese') : t('exportAll', { count })}
    </Button>
  )
}
