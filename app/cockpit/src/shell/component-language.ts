import { registerI18nLoader } from '@ui5/webcomponents-base/dist/asset-registries/i18n.js'
import { registerLocaleDataLoader } from '@ui5/webcomponents-base/dist/asset-registries/LocaleData.js'
import { setLanguage } from '@ui5/webcomponents-base/dist/config/Language.js'
import getLocale from '@ui5/webcomponents-base/dist/locale/getLocale.js'
import { getLanguage, type Language, onLanguage } from '../i18n/language.ts'

type Bundle = Promise<{ default: unknown }>

// English is part of the components.
const GERMAN: readonly [name: string, load: () => Bundle][] = [
  ['@ui5/webcomponents', () => import('@ui5/webcomponents/dist/generated/assets/i18n/messagebundle_de.json')],
  [
    '@ui5/webcomponents-icons',
    () => import('@ui5/webcomponents-icons/dist/generated/assets/i18n/messagebundle_de.json'),
  ],
]
for (const [name, load] of GERMAN)
  registerI18nLoader(name, 'de', async () => (await load()).default as Record<string, string>)

// Calendars and the like want these; without loaders the components would ask a server of their own.
const CLDR: Readonly<Record<Language, () => Bundle>> = {
  en: () => import('@ui5/webcomponents-localization/dist/generated/assets/cldr/en.json'),
  de: () => import('@ui5/webcomponents-localization/dist/generated/assets/cldr/de.json'),
}
for (const [language, load] of Object.entries(CLDR))
  registerLocaleDataLoader(language, async () => (await load()).default as Record<string, string>)

/** Has the web components speak the language of the cockpit, now and later. They start with that of the browser. */
export const startComponentLanguage = async (): Promise<void> => {
  onLanguage((language) => {
    document.documentElement.lang = language
    void setLanguage(language)
  })
  document.documentElement.lang = getLanguage()
  if (getLocale().getLanguage() !== getLanguage()) await setLanguage(getLanguage())
}
