/** Values by name and labels, as `name{a="1",b="2"}`. @param text in Prometheus' text format. */
export const readMetrics = (text: string): Map<string, number> =>
  new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => {
        const end = line.lastIndexOf(' ')
        return [line.slice(0, end), Number(line.slice(end + 1))]
      }),
  )

/** The value of one metric; 0 when there is none. */
export const valueOf = (metrics: Map<string, number>, name: string, labels: Record<string, string> = {}): number => {
  const text = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
  return metrics.get(text.length ? `${name}{${text.join(',')}}` : name) ?? 0
}
