import { defineTexts } from '../../i18n/translate.ts'

export const texts = defineTexts({
  en: { database: 'Database' },
  de: { database: 'Datenbank' },
})
