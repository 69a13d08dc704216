import { registerThemePropertiesLoader } from '@ui5/webcomponents-base/dist/asset-registries/Themes.js'
import { setTheme as applyTheme } from '@ui5/webcomponents-base/dist/config/Theme.js'
import { useSyncExternalStore } from 'react'

/** `auto` follows the system. */
export const THEMES = ['auto', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

type Properties = Promise<{ default: unknown }>

// The light theme is part of the components; the dark one comes when it is wanted.
const DARK: readonly [name: string, load: () => Properties, target: 'root' | 'host'][] = [
  [
    '@ui5/webcomponents-theming',
    () => import('@ui5/webcomponents-theming/dist/generated/assets/themes/sap_horizon_dark/parameters-bundle.css.json'),
    'root',
  ],
  [
    '@ui5/webcomponents',
    () => import('@ui5/webcomponents/dist/generated/assets/themes/sap_horizon_dark/parameters-bundle.css.json'),
    'host',
  ],
]
for (const [name, load, target] of DARK) {
  const properties = async (): Promise<string> => (await load()).default as string
  registerThemePropertiesLoader(name, 'sap_horizon_dark', properties, target)
}

const KEY = 'cds-dba.theme'
const darkness = matchMedia('(prefers-color-scheme: dark)')
const listeners = new Set<() => void>()
const kept = localStorage.getItem(KEY)
let current: Theme = THEMES.find((theme) => theme === kept) ?? 'auto'

const apply = (): Promise<void> => {
  const isDark = current === 'dark' || (current === 'auto' && darkness.matches)
  document.documentElement.style.colorScheme = isDark ? 'dark' : 'light'
  return applyTheme(isDark ? 'sap_horizon_dark' : 'sap_horizon')
}

/** Applies the theme, and from then on follows the system where it is to be followed. */
export const startTheme = (): Promise<void> => {
  darkness.addEventListener('change', () => void apply())
  return apply()
}

export const setTheme = (theme: Theme): void => {
  current = theme
  localStorage.setItem(KEY, theme)
  void apply()
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, () => current)
