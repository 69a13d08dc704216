import { useFormat } from '../../i18n/use-format.ts'
import { useTexts } from '../../i18n/use-texts.ts'
import { planShares } from './plan-shares.ts'
import type { QueryAnswer } from './query-answer.ts'
import { texts } from './texts.ts'

type Step = NonNullable<QueryAnswer['plan']>[number]

/** The steps of a plan, each below the one that it is a part of, with what each takes of all. */
export const PlanTree = ({ steps, label }: { steps: readonly Step[]; label: string }) => {
  const t = useTexts(texts)
  const format = useFormat()
  const shares = planShares(steps)
  return (
    <ul className="query-plan" aria-label={label}>
      {steps.map(({ depth, text, facts }, index) => {
        const told = factsOf(facts)
        const { cost, time, milliseconds = 0, rows } = shares[index] ?? {}
        return (
          <li key={index} style={{ marginInlineStart: `${String(Math.min(depth, 20) * 1.25)}rem` }}>
            <strong>{text}</strong>
            {(cost !== undefined || time !== undefined) && (
              <span className="plan-shares">
                {cost !== undefined && <Share of={cost} text={t('plan.cost', { share: format.percent(cost * 100) })} />}
                {time !== undefined && (
                  <Share
                    of={time}
                    text={t('plan.time', {
                      share: format.percent(time * 100),
                      time: format.number(milliseconds, 2),
                    })}
                  />
                )}
                {rows && (
                  <span className={rows.isFarOff ? 'plan-far' : undefined}>
                    {t(rows.isFarOff ? 'plan.rows.far' : 'plan.rows', {
                      count: rows.actual,
                      estimated: format.number(rows.estimated),
                    })}
                  </span>
                )}
              </span>
            )}
            {told && <small className="muted"> {told}</small>}
          </li>
        )
      })}
    </ul>
  )
}

/** Without counts of what did not happen. */
const factsOf = (facts: Step['facts']): string =>
  facts
    .filter(({ value }) => value !== '0')
    .map(({ name, value }) => `${name}: ${value}`)
    .join(' · ')

/** A share as a bar, beside its words. */
const Share = ({ of, text }: { of: number; text: string }) => (
  <span className="plan-share">
    <span className="plan-bar" aria-hidden="true">
      <span style={{ width: `${String(of * 100)}%` }} />
    </span>
    {text}
  </span>
)
