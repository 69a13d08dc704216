import { CopyButton } from './copy-button.tsx'
import { sqlParts } from './sql-parts.ts'
import './sql-text.css'

/** A longer statement is shown without colours. */
const COLOURED = 50_000

/** A statement to be read and copied. */
export const SqlText = ({ sql, label }: { sql: string; label: string }) => (
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
    <CopyButton text={sql} />
  </div>
)
