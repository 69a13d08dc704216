import { defineTexts } from '../../i18n/translate.ts'

export const texts = defineTexts({
  en: {
    check: 'Check',
    'check.more': 'Details',
    good: 'OK',
    bad: 'problems',
    'check.rules': 'Rules',
    'check.rules.intro': 'Whether all rows keep what the database and the model demand.',
    'check.rules.good': { one: 'All rows keep {count} rule.', other: 'All rows keep {count} rules.' },
    'check.rules.bad': { one: '{count} row breaks a rule.', other: '{count} rows break a rule.' },
    'check.references': 'References',
    'check.references.intro': 'Whether the rows that this table refers to exist.',
    'check.references.good': { one: '{count} reference is whole.', other: '{count} references are whole.' },
    'check.references.bad': {
      one: '{count} row refers to a row that does not exist.',
      other: '{count} rows refer to rows that do not exist.',
    },
    'check.duplicates': 'Duplicates',
    'check.duplicates.intro': 'Whether a row is there twice, but for its key.',
    'check.duplicates.good': { one: '{count} row, no duplicate.', other: '{count} rows, no duplicates.' },
    'check.duplicates.bad': { one: '{count} duplicate.', other: '{count} duplicates.' },
  },
  de: {
    check: 'Prüfen',
    'check.more': 'Einzelheiten',
    good: 'OK',
    bad: 'Probleme',
    'check.rules': 'Regeln',
    'check.rules.intro': 'Ob alle Zeilen einhalten, was Datenbank und Modell verlangen.',
    'check.rules.good': {
      one: 'Alle Zeilen halten {count} Regel ein.',
      other: 'Alle Zeilen halten {count} Regeln ein.',
    },
    'check.rules.bad': { one: '{count} Zeile bricht eine Regel.', other: '{count} Zeilen brechen eine Regel.' },
    'check.references': 'Verweise',
    'check.references.intro': 'Ob es die Zeilen gibt, auf die diese Tabelle verweist.',
    'check.references.good': { one: '{count} Verweis ist heil.', other: '{count} Verweise sind heil.' },
    'check.references.bad': {
      one: '{count} Zeile verweist auf eine Zeile, die es nicht gibt.',
      other: '{count} Zeilen verweisen auf Zeilen, die es nicht gibt.',
    },
    'check.duplicates': 'Duplikate',
    'check.duplicates.intro': 'Ob eine Zeile bis auf ihren Schlüssel zweimal da ist.',
    'check.duplicates.good': { one: '{count} Zeile, kein Duplikat.', other: '{count} Zeilen, keine Duplikate.' },
    'check.duplicates.bad': { one: '{count} Duplikat.', other: '{count} Duplikate.' },
  },
})
