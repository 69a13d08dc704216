import { type RefObject, useState } from 'react'
import { useTexts } from '../i18n/use-texts.ts'
import { texts } from './texts.ts'

interface CopyButtonProps {
  /** What has to be asked for first is told by a function: another one needs another `key`. */
  readonly text: string | (() => Promise<string>)
  /** Names what is copied, where more than one thing could be. */
  readonly label?: string
  /** What it says, where several copy the same in different ways. */
  readonly name?: string
  readonly ref?: RefObject<HTMLButtonElement | null>
}

/** Puts a text into the clipboard and says so, or that it could not: pages without https have no clipboard. */
export const CopyButton = ({ text, label, name, ref }: CopyButtonProps) => {
  const t = useTexts(texts)
  const [done, setDone] = useState<{
    readonly state: 'copied' | 'copy.failed'
    readonly of: CopyButtonProps['text']
  }>()
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : await text())
      setDone({ state: 'copied', of: text })
    } catch {
      setDone({ state: 'copy.failed', of: text })
    }
  }
  // What was told of another text says nothing of this one.
  const isOfThis = done && (typeof text !== 'string' || done.of === text)
  const state = isOfThis ? done.state : 'copy'
  return (
    <button
      type="button"
      className="link"
      ref={ref}
      aria-label={state === 'copy' ? label : undefined}
      onClick={() => {
        void copy()
      }}
    >
      {state === 'copy' && name !== undefined ? name : t(state)}
    </button>
  )
}
