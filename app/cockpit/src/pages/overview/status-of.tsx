import { useTexts } from '../../i18n/use-texts.ts'
import { Status, type Tone } from '../../parts/status.tsx'
import { texts } from './texts.ts'

const TONES = {
  ok: 'good',
  running: 'good',
  alert: 'warn',
  error: 'bad',
  denied: 'warn',
  stopped: 'warn',
  missing: 'none',
  skipped: 'none',
  unknown: 'none',
} as const satisfies Record<string, Tone>

export const StatusOf = ({ status }: { status: keyof typeof TONES }) => {
  const t = useTexts(texts)
  return <Status tone={TONES[status]}>{t(`status.${status}`)}</Status>
}
