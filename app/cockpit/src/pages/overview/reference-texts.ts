import { defineTexts } from '../../i18n/translate.ts'

export const texts = defineTexts({
  en: {
    good: 'OK',
    bad: 'alert',
    unknown: 'not checked',
    'references.unknown': 'Not all references between tables have been checked.',
    'references.check': 'Check references',
    'references.good': {
      one: '{count} reference is intact ({time}).',
      other: 'All {count} references are intact ({time}).',
    },
    'references.bad': {
      one: '{count} reference is broken ({time}):',
      other: '{count} references are broken ({time}):',
    },
    'references.orphans': {
      one: '{count} row of {table} refers to a row of {target} that does not exist',
      other: '{count} rows of {table} refer to rows of {target} that do not exist',
    },
  },
  de: {
    good: 'OK',
    bad: 'Meldung',
    unknown: 'nicht geprüft',
    'references.unknown': 'Noch nicht alle Verweise zwischen Tabellen wurden geprüft.',
    'references.check': 'Verweise prüfen',
    'references.good': {
      one: '{count} Verweis ist in Ordnung ({time}).',
      other: 'Alle {count} Verweise sind in Ordnung ({time}).',
    },
    'references.bad': {
      one: '{count} Verweis ist verletzt ({time}):',
      other: '{count} Verweise sind verletzt ({time}):',
    },
    'references.orphans': {
      one: '{count} Zeile von {table} verweist auf eine Zeile von {target}, die es nicht gibt',
      other: '{count} Zeilen von {table} verweisen auf Zeilen von {target}, die es nicht gibt',
    },
  },
})
