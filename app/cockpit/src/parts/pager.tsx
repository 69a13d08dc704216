import { Button } from '@ui5/webcomponents-react/Button'
import { useTexts } from '../i18n/use-texts.ts'
import { texts } from './texts.ts'

interface PagerProps {
  /** Number of the first row in sight, from 1. */
  readonly from: number
  readonly to: number
  /** Unless it is not known. */
  readonly total?: number | undefined
  readonly onBack: (() => void) | undefined
  readonly onNext: (() => void) | undefined
}

/** Goes through pages; without an action a direction leads nowhere. */
export const Pager = ({ from, to, total, onBack, onNext }: PagerProps) => {
  const t = useTexts(texts)
  return (
    <nav className="pager" aria-label={t('pager')}>
      <Button
        icon="navigation-left-arrow"
        design="Transparent"
        accessibleName={t('pager.back')}
        disabled={!onBack}
        onClick={onBack}
      />
      <span aria-live="polite">
        {total === undefined ? t('pager.range', { from, to }) : t('pager.rangeOf', { from, to, total })}
      </span>
      <Button
        icon="navigation-right-arrow"
        design="Transparent"
        accessibleName={t('pager.next')}
        disabled={!onNext}
        onClick={onNext}
      />
    </nav>
  )
}
