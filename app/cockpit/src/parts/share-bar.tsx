import { useFormat } from '../i18n/use-format.ts'

interface ShareBarProps {
  /** Null when there is nothing to have a share of. */
  readonly percent: number | null
  /** The number itself, where it stands nowhere else. */
  readonly count?: number
  /** More of it is worse. */
  readonly isBad?: boolean
}

/** A share as a bar with its numbers beside it. */
export const ShareBar = ({ percent, count, isBad = false }: ShareBarProps) => {
  const format = useFormat()
  return (
    <span className="share-bar">
      <span className={isBad ? 'bar is-bad' : 'bar'} aria-hidden="true">
        <span style={{ width: `${String(percent ?? 0)}%` }} />
      </span>
      <span className="share-numbers">
        {percent !== null && <strong>{format.percent(percent)}</strong>}{' '}
        {count !== undefined && <span className="muted">{format.number(count)}</span>}
      </span>
    </span>
  )
}
