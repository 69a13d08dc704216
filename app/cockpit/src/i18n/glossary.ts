import type { Language } from './language.ts'

/** A term of the field, and what is not said in its place. */
export interface Term {
  readonly term: string
  readonly avoid: readonly string[]
}

/** What things are called in the cockpit and in the apps: the words of the field, each in every language. */
export const GLOSSARY: readonly Readonly<Record<Language, Term>>[] = [
  {
    en: { term: 'Min, Max', avoid: ['Least and greatest', 'least value', 'greatest value'] },
    de: { term: 'Min, Max', avoid: ['Kleinster und größter'] },
  },
  {
    en: { term: 'row', avoid: ['such row', 'rows too many', 'row too many', 'Rows that are not'] },
    de: { term: 'Zeile', avoid: ['Zeilen zu viel', 'Zeile zu viel', 'So eine Zeile'] },
  },
  {
    en: { term: 'duplicate', avoid: ['there more than once', 'is there twice'] },
    de: { term: 'Duplikat', avoid: ['mehrmals da', 'zweimal da', 'kommt mehrfach vor'] },
  },
  {
    en: {
      term: 'orphaned row',
      avoid: ['refers to nothing;', 'refer to nothing;', 'Rows without partner', 'lead nowhere'],
    },
    de: { term: 'verwaiste Zeile', avoid: ['Zeilen ohne Partner', 'ins Leere'] },
  },
  { en: { term: 'foreign key', avoid: ['Foreign keys, too'] }, de: { term: 'Fremdschlüssel', avoid: [] } },
  {
    en: { term: 'not found', avoid: ['There is no such'] },
    de: { term: 'nicht gefunden', avoid: ['Das gibt es nicht'] },
  },
  {
    en: { term: 'create', avoid: ['is there, with', 'would be made', 'lives and is ready'] },
    de: { term: 'anlegen', avoid: ['ist da, mit'] },
  },
  { en: { term: 'refresh', avoid: ['Ask again'] }, de: { term: 'aktualisieren', avoid: ['Noch einmal fragen'] } },
  {
    en: { term: 'problem', avoid: ['What is wrong', 'found something'] },
    de: { term: 'Problem', avoid: ['Was nicht stimmt'] },
  },
  { en: { term: 'object', avoid: ['Of what,', 'Foreign keys, too'] }, de: { term: 'Objekt', avoid: ['Wovon'] } },
  { en: { term: 'valid, invalid', avoid: ['Rows that are valid'] }, de: { term: 'gültig, ungültig', avoid: [] } },
  {
    en: { term: 'violate a rule', avoid: ['break a rule', 'breaks a rule', 'broken rule'] },
    de: {
      term: 'eine Regel verletzen',
      avoid: ['bricht eine Regel', 'brechen eine Regel', 'durchfallen', 'Durchgefallen'],
    },
  },
  {
    en: { term: 'intact reference', avoid: ['is whole', 'are whole'] },
    de: { term: 'Verweis in Ordnung', avoid: ['ist heil', 'sind heil'] },
  },
  {
    en: { term: 'succeeded, failed', avoid: [] },
    de: { term: 'erfolgreich, fehlgeschlagen', avoid: ['gelungen', 'gescheitert'] },
  },
  {
    en: { term: 'anomaly', avoid: ['stands out', 'stand out'] },
    de: { term: 'Anomalie', avoid: ['Auffällig', 'fällt auf', 'fallen auf'] },
  },
  {
    en: { term: 'matching rows', avoid: ['No row fits'] },
    de: { term: 'passende Zeilen', avoid: ['Keine Zeile passt'] },
  },
  {
    en: { term: 'refuse', avoid: ['does not only read', 'not valid, or'] },
    de: { term: 'ablehnen', avoid: ['liest nicht nur', 'nicht gültig oder'] },
  },
  {
    en: { term: 'blank', avoid: ['whitespace', 'white space', 'space character'] },
    de: { term: 'Leerzeichen', avoid: ['Whitespace', 'Leerraum'] },
  },
  {
    en: { term: 'mixed case, spelling', avoid: ['casing', 'variant'] },
    de: { term: 'Schreibweise', avoid: ['Variante'] },
  },
  {
    en: { term: 'list truncated', avoid: ['than are listed', 'type a part of the name'] },
    de: { term: 'Liste gekürzt', avoid: ['als hier stehen', 'einen Teil des Namens'] },
  },
  {
    en: { term: 'no matches', avoid: ['Nothing is called', 'No matching table'] },
    de: { term: 'keine Treffer', avoid: ['Nichts heißt', 'Keine passende Tabelle'] },
  },
  {
    en: { term: 'bypassed', avoid: ['is passed by', 'are passed by'] },
    de: { term: 'umgehen', avoid: ['vorbeigegangen'] },
  },
  {
    en: { term: 'focus table, distance', avoid: ['in the middle', 'into the middle', 'Around it'] },
    de: { term: 'Fokustabelle, Abstand', avoid: ['in der Mitte', 'in die Mitte', 'Um sie herum'] },
  },
  {
    en: { term: 'lost on restart', avoid: ['lost when the server'] },
    de: { term: 'bei einem Neustart verloren', avoid: ['wenn der Server beendet'] },
  },
  {
    en: { term: 'likely', avoid: ['probably'] },
    de: { term: 'vermutlich', avoid: ['wahrscheinlich'] },
  },
  {
    en: { term: 'disabled', avoid: ['switched off', 'switch off', 'switches off'] },
    de: { term: 'deaktiviert', avoid: ['ausgeschaltet', 'abgeschaltet'] },
  },
  {
    en: { term: 'not responding', avoid: ['could not be asked', 'answers no more'] },
    de: { term: 'antwortet nicht', avoid: ['konnte nicht gefragt werden'] },
  },
  {
    en: { term: 'reason', avoid: ['What it means', 'What to do'] },
    de: { term: 'Grund', avoid: ['Was zu tun ist', 'Was sie bedeutet'] },
  },
]
