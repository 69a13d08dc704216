import { Button } from '@ui5/webcomponents-react/Button'
import type { paths } from '../../../../gen/api.d.ts'
import type { Translate } from '../../../i18n/translate.ts'
import { useTexts } from '../../../i18n/use-texts.ts'
import type { Column } from '../../../parts/column.ts'
import { DataTable } from '../../../parts/data-table.tsx'
import { SqlText } from '../../../parts/sql-text.tsx'
import { Status } from '../../../parts/status.tsx'
import { Value } from '../../../parts/value.tsx'
import { texts } from './texts.ts'

type Answer = paths['/rows/preview']['post']['responses'][200]['content']['application/json']
type Reviewed = Answer['changes'][number]
type Values = Readonly<Record<string, unknown>>

interface ReviewedChangeProps {
  readonly change: Reviewed
  /** As they are wanted. */
  readonly values: Values
  /** Leaves the row as it is. */
  readonly onDrop: () => void
  /** Means the change for the row as it is now. */
  readonly onTakeOver: (now: Values) => void
}

/** A change as its statement, what it makes of the row, and why it cannot be done. */
export const ReviewedChange = ({ change, values, onDrop, onTakeOver }: ReviewedChangeProps) => {
  const t = useTexts(texts)
  const { action, index, statement, parameters, conflict, problem } = change
  const number = index + 1
  const compared = comparedOf(change, values)
  return (
    <li className="stack">
      <h3>
        <Status tone={conflict || problem ? 'bad' : 'good'}>{t(`action.${action}`)}</Status> {t('change', { number })}
      </h3>
      {problem && (
        <p role="alert" className="fault">
          {problem.message}
        </p>
      )}
      {conflict && <p>{t(conflict.isGone ? 'conflict.gone' : 'conflict')}</p>}
      {compared.length > 0 && (
        <DataTable
          caption={t(conflict ? 'conflict.table' : 'row', { number })}
          rows={compared}
          columns={columnsOf(change, t)}
        />
      )}
      {conflict && (
        <div className="actions">
          <Button onClick={onDrop}>{t('conflict.theirs')}</Button>
          {!conflict.isGone && (
            <Button
              onClick={() => {
                onTakeOver(Object.fromEntries(conflict.columns.map(({ name, now }) => [name, now])))
              }}
            >
              {t('conflict.mine')}
            </Button>
          )}
        </div>
      )}
      <SqlText sql={statement} label={t('statement', { number })} />
      <p className="muted">
        {t('parameters')}{' '}
        {parameters.map((value, at) => (
          <span key={at} className="parameter">
            <Value value={value} isRecord most={100} />
          </span>
        ))}
      </p>
    </li>
  )
}

/** A column of a row that a change meets. */
interface Compared {
  readonly name: string
  readonly was?: unknown
  readonly now: unknown
  readonly wanted?: unknown
}

const comparedOf = ({ action, row, conflict }: Reviewed, values: Values): readonly Compared[] => {
  if (conflict) return conflict.isGone ? [] : conflict.columns
  return Object.entries(row ?? {})
    .filter(([name]) => action === 'delete' || Object.hasOwn(values, name))
    .map(([name, now]) => ({ name, now, ...(Object.hasOwn(values, name) && { wanted: values[name] }) }))
}

const columnsOf = ({ action, conflict }: Reviewed, t: Translate<keyof (typeof texts)['en']>): Column<Compared>[] => {
  const shown = (key: 'was' | 'now' | 'wanted'): Column<Compared> => ({
    ...{ key, label: t(`conflict.${key}`), isRecord: true, value: (compared) => compared[key] },
    cell: (compared) => {
      if (!(key in compared)) return '–'
      const value = <Value value={compared[key]} isRecord />
      const isNews = key === 'now' && 'was' in compared && !isSame(compared.was, compared.now)
      return isNews ? <mark className="differs">{value}</mark> : value
    },
  })
  return [
    { key: 'name', label: t('column'), kind: 'name', value: ({ name }) => name },
    ...(conflict ? [shown('was')] : []),
    shown('now'),
    ...(action === 'delete' ? [] : [shown('wanted')]),
  ]
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
