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
  { en: { term: 'duplicate', avoid: ['there more than once'] }, de: { term: 'Duplikat', avoid: ['mehrmals da'] } },
  {
    en: {
      term: 'orphaned row',
      avoid: ['refers to nothing;', 'refer to nothing;', 'Rows without partner', 'lead nowhere'],
    },
    de: { term: 'verwaiste Zeile', avoid: ['Zeilen ohne Partner'] },
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
]
