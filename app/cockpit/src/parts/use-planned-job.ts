import { useEffect, useRef } from 'react'
import { catalogChanged } from '../api/catalog-changes.ts'
import { type RunningJob, useJob } from '../api/use-job.ts'
import type { JobBody } from '../api/jobs.ts'

type PlannedPath = '/tableCopy' | '/schemaClone' | '/dump' | '/load'

/** A dry run, and then the work itself with the very same request. */
export interface PlannedJob<Path extends PlannedPath> {
  readonly plan: RunningJob<Path>
  readonly work: RunningJob<Path>
  readonly showPlan: () => void
  readonly run: () => void
}

/** Work that is planned first. Another request makes plan and outcome void. @param body undefined until it is complete. */
export const usePlannedJob = <Path extends PlannedPath>(
  path: Path,
  body: JobBody<Path> | undefined,
): PlannedJob<Path> => {
  const plan = useJob(path, { cancelOnLeave: true })
  const work = useJob(path, { isKept: true })
  const asked = JSON.stringify(body)
  const { reset: resetPlan } = plan
  const { reset: resetWork } = work
  const before = useRef(asked)
  useEffect(() => {
    if (before.current === asked) return
    before.current = asked
    resetPlan()
    resetWork()
  }, [asked, resetPlan, resetWork])
  useEffect(() => {
    if (work.result && path !== '/dump') catalogChanged()
  }, [work.result, path])
  const start = (job: RunningJob<Path>, dryRun: boolean): void => {
    if (body) job.start({ ...(body as object), dryRun } as JobBody<Path>)
  }
  return {
    plan,
    work,
    showPlan: () => {
      resetWork()
      start(plan, true)
    },
    run: () => {
      start(work, false)
    },
  }
}
