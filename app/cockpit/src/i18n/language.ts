import { useSyncExternalStore } from 'react'

/** The languages of the cockpit; the first one is for everybody else. */
export const LANGUAGES = ['en', 'de'] as const
export type Language = (typeof LANGUAGES)[number]

const KEY = 'cds-dba.language'
const listeners = new Set<(language: Language) => void>()

const isLanguage = (text: string | undefined | null): text is Language => LANGUAGES.some((known) => known === text)

/** The first known one of those that are preferred, such as `de-CH`. */
export const chooseLanguage = (preferred: readonly string[]): Language =>
  preferred.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? LANGUAGES[0]

const restore = (): Language => {
  if (typeof localStorage === 'undefined') return LANGUAGES[0]
  const kept = localStorage.getItem(KEY)
  return isLanguage(kept) ? kept : chooseLanguage(navigator.languages)
}

let current: Language = restore()

export const getLanguage = (): Language => current

export const setLanguage = (language: Language): void => {
  current = language
  localStorage.setItem(KEY, language)
  for (const listener of listeners) listener(language)
}

export const onLanguage = (listener: (language: Language) => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useLanguage = (): Language => useSyncExternalStore(onLanguage, getLanguage)
