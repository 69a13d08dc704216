import { useFormat } from '../i18n/use-format.ts'
import { useTexts } from '../i18n/use-texts.ts'
import type { ValueKind } from './column.ts'
import { CopyButton } from './copy-button.tsx'
import { texts } from './texts.ts'
import { Value } from './value.tsx'

/** Characters of one value that somebody may want to read here. */
const MOST = 10_000

/** A value of a record where there is room for it; of one that is longer still, the beginning, and all of it to copy. */
export const WholeValue = ({ value, kind }: { readonly value: unknown; readonly kind?: ValueKind | undefined }) => {
  const t = useTexts(texts)
  const format = useFormat()
  const text = typeof value === 'string' ? value : ''
  const shown = <Value value={value} kind={kind} isRecord most={MOST} />
  if (text.length <= MOST) return shown
  return (
    <>
      {shown}{' '}
      <span className="muted">{t('value.cut', { shown: format.number(MOST), all: format.number(text.length) })}</span>{' '}
      <CopyButton text={text} />
    </>
  )
}
