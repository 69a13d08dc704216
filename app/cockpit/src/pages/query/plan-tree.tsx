import type { QueryAnswer } from './query-answer.ts'

type Step = NonNullable<QueryAnswer['plan']>[number]

/** The steps of a plan, each below the one that it is a part of. */
export const PlanTree = ({ steps, label }: { steps: readonly Step[]; label: string }) => (
  <ul className="query-plan" aria-label={label}>
    {steps.map(({ depth, text, facts }, index) => (
      <li key={index} style={{ marginInlineStart: `${String(Math.min(depth, 20) * 1.25)}rem` }}>
        <strong>{text}</strong>
        {facts.length > 0 && (
          <small className="muted"> {facts.map(({ name, value }) => `${name}: ${value}`).join(' · ')}</small>
        )}
      </li>
    ))}
  </ul>
)
