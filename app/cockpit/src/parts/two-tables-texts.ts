import { defineTexts } from '../i18n/translate.ts'

export const texts = defineTexts({
  en: { first: 'First table or view', second: 'Second table or view', swap: 'Swap the two' },
  de: { first: 'Erste Tabelle oder Sicht', second: 'Zweite Tabelle oder Sicht', swap: 'Beide vertauschen' },
})
