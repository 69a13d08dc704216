import { Button } from '@ui5/webcomponents-react/Button'
import { MessageStrip } from '@ui5/webcomponents-react/MessageStrip'
import { useRef } from 'react'
import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../parts/column.ts'
import { fileName, saveText } from '../../parts/download.ts'
import { Facts } from '../../parts/facts.tsx'
import { ResultTable } from '../../parts/result-table.tsx'
import { Section } from '../../parts/section.tsx'
import { Status } from '../../parts/status.tsx'
import { texts as chartTexts } from '../../parts/time-chart/texts.ts'
import { TimeChart } from '../../parts/time-chart/time-chart.tsx'
import { useInstants } from '../../parts/time-chart/use-instants.ts'
import { writePicture } from '../../parts/write-picture.ts'
import type { SeriesAnswer } from './ask-series.ts'
import type { Question } from './question.ts'
import { rowsOf, type SeriesRow } from './series-rows.ts'
import { texts } from './texts.ts'

interface AnswerProps {
  readonly question: Question
  readonly answer: SeriesAnswer
}

/** The chart, the same as a table, and what is known about the data. */
export const Answer = ({ question, answer }: AnswerProps) => {
  const t = useTexts(texts)
  const picture = useRef<SVGSVGElement>(null)
  const { series, interval } = answer
  const title = t('chart', {
    function: t(`function.${question.function}`),
    column: question.valueColumn,
    interval: t(`per.${interval}`),
  })
  return (
    <Section
      title={title}
      intro={<Finding question={question} answer={answer} />}
      actions={
        <Button
          design="Transparent"
          icon="download"
          accessibleName={t('download')}
          onClick={() => {
            if (picture.current)
              saveText(writePicture(picture.current), fileName([question.table], 'svg'), 'image/svg+xml')
          }}
        >
          SVG
        </Button>
      }
    >
      {answer.isCut && (
        <MessageStrip design="Critical" hideCloseButton>
          {t('cut', { count: series.points.length })}
        </MessageStrip>
      )}
      {series.points.length === 0 ? (
        <p className="muted">{t('empty')}</p>
      ) : (
        <>
          <TimeChart series={series} label={title} interval={interval} picture={picture} />
          <Legend view={question.view} />
          {series.points.some(({ isPartial }) => isPartial) && <p className="muted">{t('partial.text')}</p>}
          <About answer={answer} />
          <SeriesTable question={question} answer={answer} caption={title} />
        </>
      )}
    </Section>
  )
}

/** What was found, in a sentence. */
const Finding = ({ question: { view }, answer: { series, model } }: AnswerProps) => {
  const t = useTexts(texts)
  const format = useFormat()
  if (view === 'anomalies') return t('found', { count: series.anomalies.length })
  const rmse = model?.['rmse']
  if (view === 'forecast' && typeof rmse === 'number') return t('expected', { rmse: format.number(rmse, 3) })
  return t('course', { count: series.points.length })
}

const Legend = ({ view }: { view: Question['view'] }) => {
  const t = useTexts(texts)
  const ofChart = useTexts(chartTexts)
  if (view === 'course') return null
  return (
    <p className="series-legend">
      <span className="legend-line">{t('measured')}</span>
      {view === 'anomalies' ? (
        <span className="legend-anomaly">{ofChart('anomaly')}</span>
      ) : (
        <>
          <span className="legend-forecast">{ofChart('forecast')}</span>
          <span className="legend-band">{t('band95')}</span>
        </>
      )}
    </p>
  )
}

const About = ({ answer: { analysis } }: Pick<AnswerProps, 'answer'>) => {
  const t = useTexts(texts)
  const format = useFormat()
  const day = useInstants('DAY')
  const number = (value: number | undefined) => (value === undefined ? undefined : format.number(value))
  const date = (value: string | null | undefined) => (value ? day(Date.parse(value)) : undefined)
  return (
    <Facts
      facts={[
        [t('rows'), number(analysis.rowCount)],
        [t('earliest'), date(analysis.earliest)],
        [t('latest'), date(analysis.latest)],
        [t('days'), number(analysis.daysWithData)],
        [t('withoutTime'), number(analysis.nullTimes)],
        [t('gaps'), number(analysis.gapCount)],
      ]}
    />
  )
}

const SeriesTable = ({ question, answer, caption }: AnswerProps & { readonly caption: string }) => {
  const t = useTexts(texts)
  const ofChart = useTexts(chartTexts)
  const format = useFormat()
  const instants = useInstants(answer.interval)
  const { view } = question
  const number = (key: 'value' | 'score' | 'lower' | 'upper', label: string): Column<SeriesRow> => ({
    key,
    label,
    kind: 'number',
    value: (row) => row[key],
    cell: (row) => (row[key] === null ? '–' : format.number(row[key], 4)),
  })
  const columns: Column<SeriesRow>[] = [
    {
      key: 'start',
      label: t('start'),
      kind: 'time',
      value: ({ time }) => new Date(time).toISOString(),
      cell: ({ time }) => instants(time),
    },
    number('value', t(`function.${question.function}`)),
    ...(view === 'course'
      ? []
      : [
          {
            key: 'finding',
            label: t('finding'),
            value: ({ finding }: SeriesRow) => finding,
            cell: ({ finding }: SeriesRow) =>
              finding === null ? (
                '–'
              ) : (
                <Status tone={finding === 'anomaly' ? 'warn' : 'info'}>{ofChart(finding)}</Status>
              ),
          },
        ]),
    ...(view === 'anomalies' ? [number('score', t('score'))] : []),
    ...(view === 'forecast' ? [number('lower', t('lower')), number('upper', t('upper'))] : []),
  ]
  const rows = rowsOf(answer.series, answer.scores)
  // What was found, or is expected, is what one came for.
  const isFirst = ({ finding }: SeriesRow): boolean => finding !== null
  return (
    <ResultTable
      caption={caption}
      columns={columns}
      rows={[...rows.filter(isFirst), ...rows.filter((row) => !isFirst(row))]}
      name={[question.table, view]}
      pageSize={25}
    />
  )
}
