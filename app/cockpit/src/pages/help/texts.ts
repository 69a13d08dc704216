import { defineTexts } from '../../i18n/translate.ts'

export const texts = defineTexts({
  en: {
    index: 'All operations',
    missing: 'Not found',
    'missing.text': 'No operation has a page of this name.',
  },
  de: {
    index: 'Alle Operationen',
    missing: 'Nicht gefunden',
    'missing.text': 'Keine Operation hat eine Seite dieses Namens.',
  },
})
