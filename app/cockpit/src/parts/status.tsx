import { Tag } from '@ui5/webcomponents-react/Tag'

const LOOKS = {
  good: { design: 'Positive' },
  bad: { design: 'Negative' },
  warn: { design: 'Critical' },
  info: { design: 'Information' },
  none: { design: 'Neutral' },
  /** Worth a look, not a fault. */
  hint: { design: 'Set2', colorScheme: '2' },
  note: { design: 'Set2', colorScheme: '6' },
} as const
export type Tone = keyof typeof LOOKS

/** A state in a word; its colour only repeats what the word says. */
export const Status = ({ tone, children }: { tone: Tone; children: string }) => (
  <Tag {...LOOKS[tone]} wrappingType="None" hideStateIcon={tone === 'none'}>
    {children}
  </Tag>
)
