import { useTexts } from '../i18n/use-texts.ts'
import { texts } from './texts.ts'

/** Something is on its way: where it will stand, lines take its room, and are seen only when it takes a while. */
export const Busy = () => {
  const t = useTexts(texts)
  return (
    <div className="skeleton" role="progressbar" aria-label={t('loading')}>
      <span />
      <span />
      <span />
    </div>
  )
}
