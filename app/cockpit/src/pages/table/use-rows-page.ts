import { useMemo } from 'react'
import { useLoaded } from '../../api/use-loaded.ts'
import { useLast } from '../../parts/use-last.ts'
import type { Options } from '../../parts/use-options.ts'
import { type Question, askPage } from './ask-rows.ts'

/**
 * A page of rows. While the next one is on its way the last one stays, with the number of its first row, with its columns and
 * with what had been chosen for it.
 *
 * @param isReady false asks nothing yet.
 * @param options what stands in the address now.
 */
export const useRowsPage = (question: Question, isReady: boolean, { where, filter, sort, offset }: Options) => {
  const page = useLoaded(isReady ? JSON.stringify(question) : null, (signal) => askPage(question, signal))
  const { value } = page
  const { offset: start = 0 } = question
  const loaded = useMemo(
    () => value && { ...value, start, chosen: { where, filter, sort, offset } },
    [value, start, where, filter, sort, offset],
  )
  return { page, shown: useLast(loaded), isStale: loaded === undefined }
}
