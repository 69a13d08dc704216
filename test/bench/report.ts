/** Findings as a table, each figure beside its goal. */
import type { Finding } from './run-operation.ts'

/** What is missed by whom, or that all is met; what could not be measured is told as such. */
const verdict = ({ seconds, rivalSeconds, goals, memoryGrowthMiB, odataP95Ms }: Finding): string => {
  const judge = (what: string, figure: number, most: number): string[] =>
    Number.isNaN(figure) ? [`${what} not measured`] : figure > most ? [`${what} MISSED`] : []
  const complaints = [
    ...judge('ratio', seconds / rivalSeconds, goals.ratio),
    ...judge('memory', memoryGrowthMiB, goals.memoryGrowthMiB),
    ...judge('p95', odataP95Ms, goals.odataP95Ms),
  ]
  return complaints.join(', ') || 'met'
}

const TITLES = ['database', 'operation', 'MB', 'time', 'beside', 'ratio', 'memory', 'OData p95', 'goals']

const cells = (finding: Finding): string[] => [
  finding.engine,
  finding.operation,
  Number.isNaN(finding.megabytes) ? '' : finding.megabytes.toFixed(0),
  `${finding.seconds.toFixed(2)} s`,
  ...(Number.isNaN(finding.rivalSeconds)
    ? ['nothing', '']
    : [
        `${finding.rival} ${finding.rivalSeconds.toFixed(2)} s`,
        `${(finding.seconds / finding.rivalSeconds).toFixed(2)} (≤ ${String(finding.goals.ratio)})`,
      ]),
  `+${finding.memoryGrowthMiB.toFixed(0)} MiB (< ${String(finding.goals.memoryGrowthMiB)})`,
  `${finding.odataP95Ms.toFixed(0)} ms (< ${String(finding.goals.odataP95Ms)})`,
  verdict(finding),
]

/** @returns one line for each finding, below a line of titles. */
export const formatFindings = (findings: readonly Finding[]): string => {
  const table = [TITLES, ...findings.map(cells)]
  const widths = TITLES.map((_, column) => Math.max(...table.map((line) => line[column]!.length)))
  return table
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
