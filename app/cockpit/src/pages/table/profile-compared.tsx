import { Button } from '@ui5/webcomponents-react/Button'
import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import type { Column } from '../../parts/column.ts'
import { ResultTable } from '../../parts/result-table.tsx'
import { Value } from '../../parts/value.tsx'
import { type ProfileDifference, profileDifferences } from './profile-differences.ts'
import type { ProfileResult } from './profile-result.ts'
import { texts } from './profile-texts.ts'

/** A measurement that others are held against. */
export interface ProfileBase {
  readonly result: ProfileResult
  /** The condition that its rows meet. */
  readonly where: string
}

interface ProfileComparedProps {
  readonly base: ProfileBase
  readonly now: ProfileBase
  readonly onEnd: () => void
}

/** What is otherwise than in the measurement before: among other rows, or at another time. */
export const ProfileCompared = ({ base, now, onEnd }: ProfileComparedProps) => {
  const t = useTexts(texts)
  const format = useFormat()
  const nameOf = ({ result, where }: ProfileBase): string =>
    t('base', { rows: where || t('base.all'), time: format.time(result.profiledAt) })
  const value = (side: 'before' | 'after'): Pick<Column<ProfileDifference>, 'value' | 'cell'> => ({
    value: (row) => row[side],
    cell: ({ measure, [side]: told }) => {
      if (measure === 'nullPercent' && typeof told === 'number') return format.percent(told)
      const isCount = measure === 'rowCount' || measure === 'distinct'
      return <Value value={told} kind={isCount ? 'number' : 'text'} isRecord={!isCount} />
    },
  })
  const columns: Column<ProfileDifference>[] = [
    { key: 'column', label: t('column'), kind: 'name', value: ({ column }) => column ?? t('column.table') },
    { key: 'measure', label: t('measure'), value: ({ measure }) => t(`measure.${measure}`) },
    { key: 'before', label: nameOf(base), ...value('before') },
    { key: 'after', label: nameOf(now), ...value('after') },
  ]
  return (
    <section className="stack" aria-label={t('compared')}>
      <div className="section-head">
        <h3>{t('compared')}</h3>
        <Button design="Transparent" icon="decline" onClick={onEnd}>
          {t('base.end')}
        </Button>
      </div>
      {now.result === base.result ? (
        <p className="muted">{t('base.same')}</p>
      ) : (
        <ResultTable
          caption={t('compared')}
          columns={columns}
          rows={profileDifferences(base.result, now.result)}
          name={[now.result.table, 'profile-differences']}
          empty={t('compared.none')}
          rowKey={({ column, measure }) => JSON.stringify([column, measure])}
        />
      )}
    </section>
  )
}
