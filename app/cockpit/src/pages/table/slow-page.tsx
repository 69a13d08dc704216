import { Button } from '@ui5/webcomponents-react/Button'
import { MessageStrip } from '@ui5/webcomponents-react/MessageStrip'
import { useEffect, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { texts } from './texts.ts'

/** From when on somebody who waits is told why. */
const TOLD_AFTER_MS = 1_000

interface SlowPageProps {
  /** What the database has to do before there are rows to be shown. */
  readonly work: 'sort' | 'filter' | 'read'
  /** Ends it, and shows what was there before. */
  readonly onCancel: () => void
}

/** Rows are on their way for long: why that is, and the way back. To be shown for as long as they are awaited. */
export const SlowPage = ({ work, onCancel }: SlowPageProps) => {
  const t = useTexts(texts)
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => {
      setSlow(true)
    }, TOLD_AFTER_MS)
    return () => {
      clearTimeout(timer)
    }
  }, [])
  return (
    isSlow && (
      <div className="actions" role="status">
        <MessageStrip design="Information" hideCloseButton>
          {t(`slow.${work}`)}
        </MessageStrip>
        <Button onClick={onCancel}>{t('slow.cancel')}</Button>
      </div>
    )
  )
}
