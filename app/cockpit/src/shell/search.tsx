import { Icon } from '@ui5/webcomponents-react/Icon'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { useDebounced } from '../api/use-debounced.ts'
import { useLoaded } from '../api/use-loaded.ts'
import type { Session } from '../api/session.ts'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { navigate } from '../parts/route.ts'
import { findObjects } from './find-objects.ts'
import { findPages } from './find-pages.ts'
import type { Hit } from './hit.ts'
import { texts } from './texts.ts'

interface SearchProps {
  readonly session: Session
  readonly onClose: () => void
}

/** Finds pages, tables, views and columns by a part of their names; the keys of arrows choose, Enter goes there. */
export const Search = ({ session, onClose }: SearchProps) => {
  const t = useTexts(texts)
  const language = useLanguage()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const asked = useDebounced(text.trim(), 150)
  const found = useLoaded(asked === '' ? null : asked, (signal) => findObjects(asked, signal))
  const hits = [...(text.trim() === '' ? [] : findPages(text.trim(), language, session)), ...(found.value ?? [])]
  const chosen = Math.min(at, hits.length - 1)
  // At once: the next key is already meant for the field.
  useLayoutEffect(() => {
    dialog.current?.showModal()
  }, [])
  const follow = (hit: Hit | undefined): void => {
    if (!hit) return
    onClose()
    navigate(hit.href)
  }
  return (
    <dialog
      ref={dialog}
      className="search"
      aria-label={t('search')}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <input
        type="text"
        role="combobox"
        autoFocus
        value={text}
        placeholder={t('search.hint')}
        aria-label={t('search')}
        aria-expanded={hits.length > 0}
        aria-controls={`${id}-hits`}
        aria-activedescendant={hits.length > 0 ? `${id}-${String(chosen)}` : undefined}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') setAt(Math.min(hits.length - 1, chosen + 1))
          else if (event.key === 'ArrowUp') setAt(Math.max(0, chosen - 1))
          else if (event.key === 'Enter') follow(hits[chosen])
          else return
          event.preventDefault()
        }}
      />
      <ul id={`${id}-hits`} role="listbox" aria-label={t('search.found')}>
        {hits.map((hit, index) => (
          <li
            key={`${hit.kind} ${hit.href} ${hit.name}`}
            id={`${id}-${String(index)}`}
            role="option"
            aria-selected={index === chosen}
            ref={(item) => {
              if (index === chosen) item?.scrollIntoView({ block: 'nearest' })
            }}
            onClick={() => {
              follow(hit)
            }}
          >
            <Icon name={hit.icon} mode="Decorative" />
            <span>{hit.name}</span>
            <small>{hit.place}</small>
            <small className="muted">{t(`search.${hit.kind}`)}</small>
          </li>
        ))}
      </ul>
      {asked !== '' && !found.isLoading && hits.length === 0 && (
        <p className="muted" role="status">
          {t(found.error ? 'search.failed' : 'search.none', { text: asked })}
        </p>
      )}
    </dialog>
  )
}
