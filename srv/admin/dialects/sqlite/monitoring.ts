import type { Monitoring } from '../monitoring.ts'
import { alerts } from './alerts.ts'

export const monitoring: Monitoring = {
  alerts,
  replication: { supported: false, reason: 'SQLite has no replication: its write-ahead log is a journal' },
  sessions: {
    supported: false,
    reason: 'SQLite has no sessions: each process opens the file itself, and none knows of the others',
  },
  tasks: { supported: false, reason: 'SQLite has no data-integration tasks' },
  services: null,
}
