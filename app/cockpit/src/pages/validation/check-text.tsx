import { useTexts } from '../../i18n/use-texts.ts'
import { readRuleName, RULES } from './rules.ts'
import { texts } from './texts.ts'

interface CheckTextProps {
  readonly of: { readonly name: string; readonly columns?: readonly string[]; readonly reason?: string }
}

/** A rule in words, and why it could not be checked. */
export const CheckText = ({ of: { name, columns, reason } }: CheckTextProps) => {
  const t = useTexts(texts)
  const draft = columns ? undefined : readRuleName(name, 0)
  const names = draft ? RULES[draft.rule] : []
  const bounds = draft?.args.flatMap((text, index) => {
    if (text === '') return []
    const argument = names[index]
    return argument === 'min' || argument === 'max' ? `${t(`argument.${argument}`)} ${text}` : text
  })
  return (
    <>
      {draft ? [t(`rule.${draft.rule}`), bounds?.join(', ')].filter(Boolean).join(' ') : name}
      {reason !== undefined && <div className="muted">{reason}</div>}
    </>
  )
}
