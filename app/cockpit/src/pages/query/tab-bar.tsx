import { Button } from '@ui5/webcomponents-react/Button'
import { type KeyboardEvent, useRef } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { MOST_TABS, type Tabs } from './tabs.ts'
import { texts } from './texts.ts'

interface TabBarProps {
  readonly id: string
  readonly tabs: Tabs
  readonly onChoose: (number: number) => void
  readonly onOpen: () => void
  readonly onClose: () => void
}

/** Characters of a statement that tell which one it is. */
const TOLD = 500

/** The statements that are open. The keys of arrows lead from one to the next. */
export const TabBar = ({ id, tabs: { list, active }, onChoose, onOpen, onClose }: TabBarProps) => {
  const t = useTexts(texts)
  const bar = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined) return
    const at = list.findIndex(({ number }) => number === active)
    const next = list[(at + step + list.length) % list.length]?.number ?? active
    onChoose(next)
    bar.current?.querySelector<HTMLElement>(`[data-number="${String(next)}"]`)?.focus()
    event.preventDefault()
  }
  return (
    <div className="query-bar">
      <div className="query-tabs" role="tablist" aria-label={t('tabs')} ref={bar} onKeyDown={onKeyDown}>
        {list.map(({ number, sql }) => (
          <button
            key={number}
            type="button"
            role="tab"
            id={`${id}-tab-${String(number)}`}
            data-number={number}
            aria-selected={number === active}
            aria-controls={number === active ? `${id}-panel-${String(number)}` : undefined}
            tabIndex={number === active ? 0 : -1}
            title={sql.slice(0, TOLD)}
            onClick={() => {
              onChoose(number)
            }}
          >
            {t('tab', { number })}
          </button>
        ))}
      </div>
      <Button
        icon="add"
        design="Transparent"
        accessibleName={t('tab.open')}
        tooltip={t('tab.open')}
        disabled={list.length >= MOST_TABS}
        onClick={onOpen}
      />
      <Button
        icon="decline"
        design="Transparent"
        accessibleName={t('tab.close', { number: active })}
        tooltip={t('tab.close', { number: active })}
        onClick={onClose}
      />
    </div>
  )
}
