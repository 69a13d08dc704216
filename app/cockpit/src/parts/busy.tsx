import { BusyIndicator } from '@ui5/webcomponents-react/BusyIndicator'
import { useTexts } from '../i18n/use-texts.ts'
import { texts } from './texts.ts'

/** Something is on its way; shown only when it takes a while. */
export const Busy = () => {
  const t = useTexts(texts)
  return <BusyIndicator active delay={300} text={t('loading')} className="busy" />
}
