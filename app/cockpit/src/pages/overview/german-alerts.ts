import { useLanguage } from '../../i18n/language.ts'

interface AlertWords {
  readonly name: string
  readonly description: string
  readonly userAction: string | null
}

/** The words of the checks that the server makes, by the code of the alert: name, description, recommendation. */
const GERMAN: Readonly<Record<string, readonly [name: string, description: string, userAction: string]>> = {
  BLOCKED_SESSION: [
    'Blockierte Sitzung',
    'Eine Sitzung wartet auf eine Sperre, die andere Sitzungen halten.',
    'Die blockierenden Transaktionen beenden.',
  ],
  CONNECTIONS_NEARLY_EXHAUSTED: [
    'Verbindungen fast erschöpft',
    'Die meisten Verbindungen, die der Server erlaubt, sind in Gebrauch.',
    'Ungenutzte Verbindungen schließen, einen Pooler verwenden oder max_connections erhöhen.',
  ],
  DAMAGED_DATABASE: [
    'Beschädigte Datenbank',
    'Die Struktur der Datenbank ist beschädigt.',
    'Die Datenbank aus einer Sicherung wiederherstellen.',
  ],
  DATABASE_NEARLY_FULL: [
    'Datenbank fast voll',
    'Mehr als neun Zehntel der Höchstgröße sind belegt.',
    'PRAGMA max_page_count erhöhen oder Daten entfernen.',
  ],
  DEAD_ROWS: [
    'Tote Zeilen',
    'Mehr als ein Fünftel der Zeilen einer Tabelle ist tot.',
    'VACUUM auf der Tabelle ausführen und prüfen, warum Autovacuum es nicht tat.',
  ],
  DUPLICATE_INDEX: [
    'Doppelter Index',
    'Ein anderer Index tut dasselbe; dieser bremst das Schreiben.',
    'Den Index entfernen, auch aus dem Deployment.',
  ],
  FOREIGN_KEY_VIOLATION: [
    'Fremdschlüssel verletzt',
    'Zeilen verweisen auf Zeilen, die es nicht gibt.',
    'Die Zeilen mit einer Prüfung der Verweise finden und berichtigen.',
  ],
  FREE_PAGES: [
    'Freie Seiten',
    'Mehr als ein Viertel der Datenbank ist ungenutzt.',
    'VACUUM zu einer ruhigen Zeit ausführen.',
  ],
  IDLE_IN_TRANSACTION: [
    'Untätig in Transaktion',
    'Eine Sitzung hält seit mehr als 5 Minuten eine Transaktion offen, ohne zu arbeiten.',
    'Die Transaktion beenden oder idle_in_transaction_session_timeout setzen.',
  ],
  INACTIVE_REPLICATION_SLOT: [
    'Inaktiver Replikationsslot',
    'Ein Slot, den niemand liest, behält Write-Ahead-Log, bis die Platte voll ist.',
    'Seinen Leser starten oder ihn mit pg_drop_replication_slot entfernen.',
  ],
  INVALID_INDEX: [
    'Ungültiger Index',
    'Ein Index, dessen Aufbau gescheitert ist, bremst das Schreiben und dient keiner Abfrage.',
    'REINDEX INDEX CONCURRENTLY ausführen oder ihn entfernen.',
  ],
  LARGE_WRITE_AHEAD_LOG: [
    'Großes Write-Ahead-Log',
    'Das Write-Ahead-Log ist größer als 64 MiB, was das Lesen bremst.',
    'Nach Lesern suchen, die nie enden, dann einen Checkpoint setzen.',
  ],
  LONG_RUNNING_QUERY: [
    'Lang laufende Abfrage',
    'Eine Anweisung läuft seit mehr als 15 Minuten.',
    'Die Anweisung ansehen; pg_cancel_backend beendet sie.',
  ],
  MISSING_INDEX: [
    'Fehlender Index',
    'Zeilen werden über Spalten gesucht, mit denen kein Index beginnt: beim Folgen eines Verweises und beim Löschen einer Zeile.',
    'Den Index anlegen, und das bei jedem Deployment: Das Paket cds-indexes legt die von Assoziationen an, db/init.js einer CAP-Anwendung jeden anderen.',
  ],
  MODEL_DRIFT: [
    'Modell und Datenbank weichen voneinander ab',
    'Die Datenbank hat, was das Modell nicht kennt; keine Antwort ändert sich dadurch.',
    'Mit POST /modelDrift nachsehen, was abweicht.',
  ],
  MODEL_DRIFT_ANSWERS: [
    'Modell und Datenbank weichen voneinander ab: falsche Antworten',
    'Anfragen scheitern oder werden anders beantwortet, als das Modell sagt.',
    'Mit POST /modelDrift nachsehen, was abweicht, und deployen oder zurücknehmen, was von Hand geändert wurde.',
  ],
  MODEL_DRIFT_DATA: [
    'Modell und Datenbank weichen voneinander ab: Daten in Gefahr',
    'Zeilen können hineinkommen, die das Modell verbietet, oder Werte ändern sich unterwegs.',
    'Mit POST /modelDrift nachsehen, was abweicht, und deployen oder zurücknehmen, was von Hand geändert wurde.',
  ],
  NO_WRITE_AHEAD_LOG: [
    'Kein Write-Ahead-Log',
    'Lesen und Schreiben behindern einander.',
    'PRAGMA journal_mode = WAL setzen.',
  ],
  OLD_PREPARED_TRANSACTION: [
    'Alte vorbereitete Transaktion',
    'Eine vorbereitete Transaktion wartet seit mehr als einer Stunde: sie hält Sperren und verhindert Vacuum.',
    'COMMIT PREPARED oder ROLLBACK PREPARED ausführen.',
  ],
  REPLICA_LAG: [
    'Replikat im Rückstand',
    'Ein Replikat ist mehr als 5 Minuten zurück.',
    'Das Netz und die Last des Replikats prüfen.',
  ],
  TRANSACTION_ID_AGE: [
    'Alte Transaktionsnummern',
    'Das Einfrieren ist im Rückstand: bevor die Nummern überlaufen, nimmt die Datenbank nichts mehr an.',
    'VACUUM (FREEZE) ausführen und nach alten Transaktionen, Slots und vorbereiteten Transaktionen suchen.',
  ],
  UNUSED_INDEX: [
    'Unbenutzter Index',
    'Die Tabelle wurde oft gelesen, und nie über diesen Index; er bremst das Schreiben.',
    'Den Index entfernen, wenn ihn kein jährlicher Bericht und kein Replikat braucht.',
  ],
  UNVALIDATED_CONSTRAINT: [
    'Ungeprüfte Bedingung',
    'Zeilen aus der Zeit vor der Bedingung können sie verletzen.',
    'ALTER TABLE … VALIDATE CONSTRAINT ausführen.',
  ],
}
const ORPHANS = /^(\d+) rows refer to rows of '(.*)' that do not exist\.$/s

/** An alert in the language of the reader; those of the engine itself stay in the engine's words. */
export const alertIn = <Alert extends AlertWords & { readonly code: string }>(
  language: string,
  alert: Alert,
): Alert => {
  const german = language === 'de' ? GERMAN[alert.code] : undefined
  if (!german) return alert
  const [name, description, userAction] = german
  const counted = ORPHANS.exec(alert.description)
  return {
    ...alert,
    ...{ name, userAction },
    description: counted
      ? `${counted[1] ?? ''} Zeilen verweisen auf Zeilen von „${counted[2] ?? ''}“, die es nicht gibt.`
      : description,
  }
}

/** @returns a function that says alerts in the language of the reader. */
export const useAlertWords = (): (<Alert extends AlertWords & { readonly code: string }>(alert: Alert) => Alert) => {
  const language = useLanguage()
  return (alert) => alertIn(language, alert)
}
