import '@ui5/webcomponents-icons/dist/navigation-down-arrow.js'
import '@ui5/webcomponents-icons/dist/navigation-up-arrow.js'
import '@ui5/webcomponents-icons/dist/pushpin-off.js'
import '@ui5/webcomponents-icons/dist/pushpin-on.js'
import { Button } from '@ui5/webcomponents-react/Button'
import { Popover } from '@ui5/webcomponents-react/Popover'
import { ToggleButton } from '@ui5/webcomponents-react/ToggleButton'
import { useId, useState } from 'react'
import { useTexts } from '../../i18n/use-texts.ts'
import { TextField } from '../text-field.tsx'
import type { ColumnPlace } from './column-order.ts'
import { texts } from './texts.ts'

interface ColumnChoiceProps {
  readonly names: readonly string[]
  readonly hidden: ReadonlySet<string>
  readonly onChange: (hidden: readonly string[]) => void
  /** Those that stay in sight. */
  readonly pinned: readonly string[]
  readonly onPin: (pinned: readonly string[]) => void
  readonly onMove: (name: string, place: ColumnPlace) => void
  /** Absent while the order is the table's own. */
  readonly onResetOrder: (() => void) | undefined
}

/** Names that are listed at once; the others are found by a part of their name. */
const LISTED = 100

/** Which columns are shown, in which order, and which of them stay in sight when the others go on. */
export const ColumnChoice = (props: ColumnChoiceProps) => {
  const { names, hidden, onChange, onResetOrder } = props
  const t = useTexts(texts)
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState('')
  const wanted = text.toLowerCase()
  const found = names.filter((name) => name.toLowerCase().includes(wanted))
  return (
    <>
      <Button
        id={id}
        design="Transparent"
        icon="action-settings"
        onClick={() => {
          setOpen(true)
        }}
      >
        {hidden.size === 0
          ? t('columns')
          : t('columns.shown', { shown: names.length - hidden.size, total: names.length })}
      </Button>
      {isOpen && (
        <Popover
          open
          opener={id}
          placement="Bottom"
          headerText={t('columns')}
          onClose={() => {
            setOpen(false)
          }}
        >
          <div className="stack column-choice">
            {names.length > 12 && (
              <TextField
                isBare
                label={t('columns.find')}
                placeholder={t('columns.find')}
                value={text}
                onChange={setText}
              />
            )}
            <ul>
              {found.slice(0, LISTED).map((name) => (
                <ColumnLine key={name} name={name} {...props} />
              ))}
            </ul>
            <Button
              design="Transparent"
              disabled={hidden.size === 0}
              onClick={() => {
                onChange([])
              }}
            >
              {t('columns.all')}
            </Button>
            <Button design="Transparent" disabled={!onResetOrder} onClick={onResetOrder}>
              {t('columns.reset')}
            </Button>
          </div>
        </Popover>
      )}
    </>
  )
}

const ColumnLine = ({
  name,
  names,
  hidden,
  onChange,
  pinned,
  onPin,
  onMove,
}: ColumnChoiceProps & { readonly name: string }) => {
  const t = useTexts(texts)
  const at = names.indexOf(name)
  const isPinned = pinned.includes(name)
  const moves = [
    { side: 'before', beside: names[at - 1], icon: 'navigation-up-arrow' },
    { side: 'after', beside: names[at + 1], icon: 'navigation-down-arrow' },
  ] as const
  return (
    <li>
      <label>
        <input
          type="checkbox"
          checked={!hidden.has(name)}
          onChange={(event) => {
            onChange(event.target.checked ? [...hidden].filter((each) => each !== name) : [...hidden, name])
          }}
        />
        {name}
      </label>
      {moves.map(({ side, beside, icon }) => (
        <Button
          key={side}
          design="Transparent"
          icon={icon}
          // Those that are pinned stay before the others.
          disabled={beside === undefined || pinned.includes(beside) !== isPinned}
          accessibleName={t(`columns.${side}`, { column: name })}
          tooltip={t(`columns.${side}`, { column: name })}
          onClick={() => {
            if (beside !== undefined) onMove(name, { beside, side })
          }}
        />
      ))}
      <ToggleButton
        design="Transparent"
        icon={isPinned ? 'pushpin-on' : 'pushpin-off'}
        pressed={isPinned}
        disabled={hidden.has(name)}
        accessibleName={t('columns.pin', { column: name })}
        tooltip={t('columns.pin', { column: name })}
        onClick={() => {
          onPin(isPinned ? pinned.filter((each) => each !== name) : [...pinned, name])
        }}
      />
    </li>
  )
}
