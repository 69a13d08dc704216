import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTexts } from '../../../i18n/use-texts.ts'
import { texts } from './texts.ts'

/** Where it goes on after a value. */
export type Move = 'down' | 'right' | 'left' | undefined

interface CellEditorProps {
  readonly label: string
  /** What stands there; NULL is told by `isNull`. */
  readonly text: string
  readonly isNull: boolean
  /** What was typed to begin with, in place of what stands there. */
  readonly typed: string | undefined
  /** What the button at its end opens. */
  readonly more: 'pick' | 'wide'
  readonly onCommit: (text: string | undefined, move: Move) => void
  readonly onCancel: () => void
  readonly onMore: (text: string | undefined) => void
}

/** A line to be written into a cell. What is left as it was is no change, so a NULL stays one. */
export const CellEditor = (props: CellEditorProps) => {
  const { label, text, isNull, typed, more, onCommit, onCancel, onMore } = props
  const t = useTexts(texts)
  const input = useRef<HTMLInputElement>(null)
  const isDone = useRef(false)
  useEffect(() => {
    input.current?.focus()
    if (typed === undefined) input.current?.select()
  }, [typed])
  const written = (): string | undefined => {
    const value = input.current?.value ?? ''
    return typed === undefined && value === text ? undefined : value
  }
  const end = (action: () => void, staysInGrid = true): void => {
    if (isDone.current) return
    isDone.current = true
    if (staysInGrid) input.current?.closest<HTMLElement>('.grid')?.focus()
    action()
  }
  const commit = (move: Move, staysInGrid?: boolean): void => {
    const value = written()
    end(() => {
      onCommit(value, move)
    }, staysInGrid)
  }
  const openMore = (): void => {
    const value = written()
    end(() => {
      onMore(value)
    })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') commit('down')
    else if (event.key === 'Tab') commit(event.shiftKey ? 'left' : 'right')
    else if (event.key === 'Escape') end(onCancel)
    else if (event.key === 'F4') openMore()
    else return
    event.preventDefault()
  }
  return (
    <span className="cell-editor">
      <input
        ref={input}
        aria-label={label}
        placeholder={isNull ? 'NULL' : ''}
        defaultValue={typed ?? text}
        onKeyDown={onKeyDown}
        onBlur={() => {
          commit(undefined, false)
        }}
      />
      <button
        type="button"
        tabIndex={-1}
        aria-label={t(`more.${more}`)}
        title={t(`more.${more}`)}
        // The line keeps the focus, and is not over yet.
        onMouseDown={(event) => {
          event.preventDefault()
        }}
        onClick={openMore}
      >
        …
      </button>
    </span>
  )
}
