import type { RefObject } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { CopyButton } from '../copy-button.tsx'
import { shorten } from '../shorten.ts'
import { plainText } from './column-filter.ts'
import { cellText } from './range-text.ts'
import { texts } from './texts.ts'

interface CellBarProps {
  readonly column: string
  /** Its row among all. */
  readonly number: number
  readonly value: unknown
  /** Asks for a value of which only the beginning need be here. */
  readonly whole?: (() => Promise<unknown>) | undefined
  readonly copyButton: RefObject<HTMLButtonElement | null>
}

/** The value of a cell, and a way to copy it. */
export const CellBar = ({ column, number, value, whole, copyButton }: CellBarProps) => {
  const t = useTexts(texts)
  return (
    <div className="grid-cell">
      <span role="status" className="grid-value">
        {t('cell', { column, value: asText(value) })}
      </span>
      <CopyButton
        key={`${String(number)}:${column}:${asText(value)}`}
        ref={copyButton}
        text={whole ? async () => cellText(await whole()) : cellText(value)}
        label={t('copy.value', { column })}
      />
    </div>
  )
}

const asText = (value: unknown): string =>
  value === null || value === undefined ? 'NULL' : shorten(plainText(value), 500).text
