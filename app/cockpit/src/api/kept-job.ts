const KEY = 'cds-dba.job'

/** A job that goes on without the page that has started it. */
export interface KeptJob {
  readonly id: string
  /** What it works on, in the user's words: the name of a table. */
  readonly subject: string
}

/** What was started last in this tab at a path, so that coming back to its page shows it. */
export const readKeptJob = (path: string): KeptJob | undefined => {
  const kept = sessionStorage.getItem(`${KEY}${path}`)
  return kept === null ? undefined : (JSON.parse(kept) as KeptJob)
}

/** @param job undefined forgets. */
export const keepJob = (path: string, job: KeptJob | undefined): void => {
  if (job) sessionStorage.setItem(`${KEY}${path}`, JSON.stringify(job))
  else sessionStorage.removeItem(`${KEY}${path}`)
}
