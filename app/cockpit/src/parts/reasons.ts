import { useLanguage } from '../i18n/language.ts'

/** What the API says about something of the engine that it could not read, in German. */
const GERMAN: readonly (readonly [reason: RegExp, german: string])[] = [
  [/^The database user lacks a privilege$/, 'Dem Datenbankbenutzer fehlt ein Recht'],
  [/^The database user lacks the role (\w+)$/, 'Dem Datenbankbenutzer fehlt die Rolle $1'],
  [/^A table that the statement needs does not exist$/, 'Eine Tabelle, die dafür gelesen wird, gibt es nicht'],
  [/^A column that the statement needs does not exist$/, 'Eine Spalte, die dafür gelesen wird, gibt es nicht'],
  [/^A schema that the statement needs does not exist$/, 'Ein Schema, das dafür gelesen wird, gibt es nicht'],
  [/^The database reported an error$/, 'Die Datenbank hat einen Fehler gemeldet'],
  [/^The driver of the database reported an error$/, 'Der Treiber der Datenbank hat einen Fehler gemeldet'],
  [/^The database is short of memory$/, 'Der Datenbank fehlt Arbeitsspeicher'],
  [/^The database is short of resources$/, 'Der Datenbank fehlen Betriebsmittel'],
  [/^Another transaction holds the lock$/, 'Eine andere Transaktion hält die Sperre'],
  [/^SAP HANA does not support this$/, 'SAP HANA kann das nicht'],
  [/^The database is in memory$/, 'Die Datenbank liegt im Arbeitsspeicher'],
  [/^The database has more than (\d+) pages$/, 'Die Datenbank hat mehr als $1 Seiten'],
  [
    /^Each connection decides for itself whether foreign keys are enforced$/,
    'Jede Verbindung entscheidet selbst, ob Fremdschlüssel gelten',
  ],
  [
    /^SQLite has no replication: its write-ahead log is a journal$/,
    'SQLite kennt keine Replikation: sein Write-Ahead-Log ist ein Journal',
  ],
  [/^There is no application with a model$/, 'Es gibt keine Anwendung mit einem Modell'],
  [/^SQLite has no data-integration tasks$/, 'SQLite kennt keine Aufgaben zur Datenintegration'],
  [
    /^SQLite has no sessions: each process opens the file itself, and none knows of the others$/,
    'SQLite kennt keine Sitzungen: jeder Prozess öffnet die Datei selbst, und keiner weiß von den anderen',
  ],
  [
    /^The extension pg_stat_statements is not installed in this database, not in the search path, or not among shared_preload_libraries$/,
    'Die Erweiterung pg_stat_statements ist in dieser Datenbank nicht installiert, nicht im Suchpfad oder nicht unter shared_preload_libraries',
  ],
]

/** A reason of the API in the language of the reader, or in the API's own words where they are not known. */
export const reasonIn = (language: string, reason: string): string => {
  const [pattern, german] = GERMAN.find(([known]) => language === 'de' && known.test(reason)) ?? []
  return pattern === undefined || german === undefined ? reason : reason.replace(pattern, german)
}

/** @returns a function that says reasons in the language of the reader. */
export const useReason = (): ((reason: string | undefined) => string | undefined) => {
  const language = useLanguage()
  return (reason) => reason && reasonIn(language, reason)
}
