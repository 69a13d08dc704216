import { defineTexts } from '../i18n/translate.ts'

/** Of files that go up to the server and come down from it. */
export const texts = defineTexts({
  en: {
    choose: 'Choose a file of this computer',
    drop: 'or drop one here',
    onServer: 'or one that is on the server already',
    none: 'none',
    uploading: 'Uploading {name} ({size}) …',
    uploaded: '{name} is on the server ({size}).',
    exists: 'A file of this name is there already.',
    replace: 'Replace it',
    done: 'The file is ready',
    download: 'Download ({size})',
    downloading: 'Downloading …',
    rows: { one: '{count} row', other: '{count} rows' },
    truncated: 'There are more rows than were exported. Raise the number of rows, or choose fewer.',
    kept: 'The file stays on the server for a while. Until then it can be downloaded again under operations, or deleted.',
    toOperations: 'Operations and files',
    again: 'Another file',
  },
  de: {
    choose: 'Eine Datei dieses Rechners wählen',
    drop: 'oder hier ablegen',
    onServer: 'oder eine, die schon auf dem Server ist',
    none: 'keine',
    uploading: '{name} ({size}) wird hochgeladen …',
    uploaded: '{name} ist auf dem Server ({size}).',
    exists: 'Eine Datei dieses Namens gibt es dort schon.',
    replace: 'Ersetzen',
    done: 'Die Datei ist fertig',
    download: 'Herunterladen ({size})',
    downloading: 'Wird heruntergeladen …',
    rows: { one: '{count} Zeile', other: '{count} Zeilen' },
    truncated:
      'Es gibt mehr Zeilen, als exportiert wurden. Erhöhen Sie die Zahl der Zeilen, oder wählen Sie weniger aus.',
    kept: 'Die Datei bleibt eine Zeit lang auf dem Server. Bis dahin kann man sie unter Vorgänge noch einmal herunterladen oder löschen.',
    toOperations: 'Vorgänge und Dateien',
    again: 'Weitere Datei',
  },
})
