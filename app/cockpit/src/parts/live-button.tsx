import '@ui5/webcomponents-icons/dist/synchronize.js'
import { ToggleButton } from '@ui5/webcomponents-react/ToggleButton'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { texts } from './texts.ts'

interface LiveButtonProps {
  /** What is asked again. */
  readonly of: { readonly isLoading: boolean; readonly reload: () => void }
  readonly seconds: number
}

/** Asks again by itself, as long as the page is in sight; never before the last answer has come. */
export const LiveButton = ({ of, seconds }: LiveButtonProps) => {
  const t = useTexts(texts)
  const [isLive, setLive] = useState(false)
  const askAgain = useEffectEvent(() => {
    if (!of.isLoading && document.visibilityState === 'visible') of.reload()
  })
  useEffect(() => {
    if (!isLive) return
    const timer = setInterval(() => {
      askAgain()
    }, 1_000 * seconds)
    return () => {
      clearInterval(timer)
    }
  }, [isLive, seconds])
  return (
    <ToggleButton
      icon="synchronize"
      design="Transparent"
      pressed={isLive}
      tooltip={t('live.hint', { count: seconds })}
      onClick={() => {
        setLive(!isLive)
      }}
    >
      {t('live')}
    </ToggleButton>
  )
}
