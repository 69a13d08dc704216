import { type RefObject, useRef, useState } from 'react'
import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { useSize } from '../use-size.ts'
import { nearest, rangeOf, type Series, unbroken } from './series.ts'
import { texts } from './texts.ts'
import { niceTicks, timeTicks } from './ticks.ts'
import { useInstants } from './use-instants.ts'
import './time-chart.css'

interface TimeChartProps {
  readonly series: Series
  readonly label: string
  /** Between points: instants are told as precisely as it is. */
  readonly interval: string
  readonly picture?: RefObject<SVGSVGElement | null>
}

const HEIGHT = 320
const [TOP, RIGHT, BOTTOM, LEFT] = [12, 16, 28, 64]
const LABEL_PX = 90

/** Values over time as a line. What is at an instant is read by pointing at it, or with the keys of arrows. */
export const TimeChart = ({ series, label, interval, picture }: TimeChartProps) => {
  const t = useTexts(texts)
  const format = useFormat()
  const instants = useInstants(interval)
  const frame = useRef<HTMLDivElement>(null)
  const width = useSize(frame)?.width ?? 0
  const [cursor, setCursor] = useState<number>()
  const { points, anomalies, forecast } = series
  const all = [...points, ...forecast]
  const [from, to] = [all[0]?.time ?? 0, all.at(-1)?.time ?? 1]
  const [least, most] = rangeOf(series)
  // Sums and counts are measured from nothing.
  const yTicks = niceTicks(Math.min(0, least) === least ? least : least < (most - least) * 2 ? 0 : least, most)
  const [bottom, top] = [yTicks[0] ?? 0, yTicks.at(-1) ?? 1]
  const x = (time: number): number =>
    LEFT + (to === from ? 0.5 : (time - from) / (to - from)) * Math.max(0, width - LEFT - RIGHT)
  const y = (value: number): number => TOP + (1 - (value - bottom) / (top - bottom || 1)) * (HEIGHT - TOP - BOTTOM)
  const path = (pieces: readonly { readonly time: number; readonly value: number | null }[]): string =>
    pieces.map(({ time, value }, index) => `${index === 0 ? 'M' : 'L'}${at(x(time))},${at(y(value ?? 0))}`).join('')
  const pieces = unbroken(points)
  const last = points.findLast(({ value }) => value !== null)
  const current = cursor === undefined ? undefined : all[cursor]
  const move = (by: number): void => {
    setCursor((before) => Math.min(all.length - 1, Math.max(0, before === undefined ? all.length - 1 : before + by)))
  }
  const expected = forecast.find(({ time }) => time === current?.time)
  const reading =
    current &&
    [
      `${instants(current.time)}: ${current.value === null ? t('noValue') : format.number(current.value, 3)}`,
      points.some(({ time, isPartial }) => time === current.time && isPartial) && t('partial'),
      anomalies.some(({ time }) => time === current.time) && t('anomaly'),
      expected && expected.lower !== null && expected.upper !== null
        ? t('band', { lower: format.number(expected.lower, 3), upper: format.number(expected.upper, 3) })
        : expected && t('forecast'),
    ]
      .filter(Boolean)
      .join(' · ')
  return (
    <div className="series-chart" ref={frame}>
      <svg
        ref={picture}
        width={width}
        height={HEIGHT}
        role="application"
        aria-label={label}
        tabIndex={0}
        onPointerMove={(event) => {
          const box = event.currentTarget.getBoundingClientRect()
          const share = (event.clientX - box.left - LEFT) / Math.max(1, width - LEFT - RIGHT)
          const index = nearest(all, from + share * (to - from))
          setCursor(index < 0 ? undefined : index)
        }}
        onPointerLeave={() => {
          setCursor(undefined)
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowLeft') move(-1)
          else if (event.key === 'ArrowRight') move(1)
          else if (event.key === 'Home') setCursor(0)
          else if (event.key === 'End') setCursor(all.length - 1)
          else return
          event.preventDefault()
        }}
      >
        {yTicks.map((tick) => (
          <g key={tick}>
            <line className="series-grid" x1={LEFT} x2={width - RIGHT} y1={y(tick)} y2={y(tick)} />
            <text className="series-tick" x={LEFT - 8} y={y(tick) + 4} textAnchor="end">
              {format.number(tick)}
            </text>
          </g>
        ))}
        {timeTicks(from, to, Math.max(1, Math.floor((width - LEFT) / LABEL_PX))).map((tick) => (
          <g key={tick}>
            <line className="series-mark" x1={x(tick)} x2={x(tick)} y1={HEIGHT - BOTTOM} y2={HEIGHT - BOTTOM + 5} />
            <text className="series-tick" x={x(tick)} y={HEIGHT - 8} textAnchor="middle">
              {instants(tick, true)}
            </text>
          </g>
        ))}
        <path className="series-band" d={bandOf(forecast, x, y)} />
        {pieces.map((piece) =>
          piece.length === 1 && piece[0] ? (
            <circle
              key={piece[0].time}
              className="series-dot"
              cx={x(piece[0].time)}
              cy={y(piece[0].value ?? 0)}
              r={2}
            />
          ) : (
            <path key={piece[0]?.time} className="series-line" d={path(piece)} />
          ),
        )}
        {points
          .filter(({ isPartial, value }) => isPartial && value !== null)
          .map(({ time, value }) => (
            <circle key={time} className="series-partial" cx={x(time)} cy={y(value ?? 0)} r={4}>
              <title>{t('partial')}</title>
            </circle>
          ))}
        <path className="series-forecast" d={path([...(last && forecast.length > 0 ? [last] : []), ...forecast])} />
        {anomalies.map(({ time, value }) => (
          <circle key={time} className="series-anomaly" cx={x(time)} cy={y(value ?? 0)} r={5} />
        ))}
        {current && (
          <>
            <line className="series-cursor" x1={x(current.time)} x2={x(current.time)} y1={TOP} y2={HEIGHT - BOTTOM} />
            {current.value !== null && (
              <circle className="series-dot" cx={x(current.time)} cy={y(current.value)} r={4} />
            )}
          </>
        )}
      </svg>
      <p className="series-reading" aria-live="polite">
        {reading ?? <span className="muted">{t('help')}</span>}
      </p>
    </div>
  )
}

const at = (value: number): string => value.toFixed(1)

/** Between the lowest and the highest that is expected, as an area. */
const bandOf = (forecast: Series['forecast'], x: (time: number) => number, y: (value: number) => number): string => {
  const known = forecast.filter(({ lower, upper }) => lower !== null && upper !== null)
  if (known.length === 0) return ''
  const edge = (points: typeof known, side: 'lower' | 'upper'): string =>
    points.map((point) => `${at(x(point.time))},${at(y(point[side] ?? 0))}`).join('L')
  return `M${edge(known, 'upper')}L${edge(known.toReversed(), 'lower')}Z`
}
