/** An end of a part: a number, or a date or a timestamp as the API writes them. */
type Bound = number | string

interface HistogramProps {
  /** In words what is to be seen, for those who do not see it. */
  readonly label: string
  readonly bins: readonly { readonly from: Bound; readonly to: Bound; readonly count: number }[]
  /** Text of an end of the range. */
  readonly format: (value: Bound) => string
  readonly isSmall?: boolean
}

/** How values are spread: one bar for each part of their range. The numbers belong beside it, in a table. */
export const Histogram = ({ label, bins, format, isSmall = false }: HistogramProps) => {
  const most = Math.max(1, ...bins.map(({ count }) => count))
  const [first, last] = [bins[0], bins.at(-1)]
  return (
    <figure className={isSmall ? 'histogram is-small' : 'histogram'} role="img" aria-label={label}>
      <div className="histogram-bars">
        {bins.map(({ from, count }) => (
          // A bin that is not empty is seen.
          <span key={from} style={{ height: count === 0 ? '0' : `max(2px, ${String((100 * count) / most)}%)` }} />
        ))}
      </div>
      {!isSmall && first && last && (
        <div className="histogram-ends">
          <span>{format(first.from)}</span>
          <span>{format(last.to)}</span>
        </div>
      )}
    </figure>
  )
}
