import { useState } from 'react'
import { Button } from '@ui5/webcomponents-react/Button'
import { useTexts } from '../i18n/use-texts.ts'
import { sqlParts } from './sql-parts.ts'
import './sql-text.css'
import { texts } from './texts.ts'

/** A longer statement is shown without colours. */
const COLOURED = 50_000

/** A statement to be read and copied. */
export const SqlText = ({ sql, label }: { sql: string; label: string }) => {
  const t = useTexts(texts)
  const [isCopied, setCopied] = useState(false)
  return (
    <div className="sql-text">
      <pre tabIndex={0} aria-label={label}>
        <code>
          {sql.length > COLOURED
            ? sql
            : sqlParts(sql).map(({ kind, text }, index) =>
                kind === 'other' ? (
                  text
                ) : (
                  <span key={index} className={`sql-${kind}`}>
                    {text}
                  </span>
                ),
              )}
        </code>
      </pre>
      <Button
        icon="copy"
        design="Transparent"
        onClick={() => {
          void navigator.clipboard.writeText(sql).then(() => {
            setCopied(true)
          })
        }}
      >
        {t(isCopied ? 'copied' : 'copy')}
      </Button>
    </div>
  )
}
