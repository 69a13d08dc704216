import type { DatabaseSession } from '../dialects/sessions.ts'

/** What a session is known by: its number alone may be that of another one soon. */
export const idOf = ({ number, mark }: Pick<DatabaseSession, 'number' | 'mark'>): string | null =>
  mark === null ? null : `${number}.${mark}`
