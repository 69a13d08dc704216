import { useEffect, useMemo } from 'react'
import { type Route, useRoute } from './route.ts'

/** The table that one is working on, whatever page one is on. */
export interface Subject {
  readonly schema: string
  readonly table: string
}

let last: Subject | undefined

/** The table that a place is about; undefined where it is about none. */
export const subjectOf = ({ page, segments, options }: Route): Subject | undefined => {
  const [schema, table] =
    page === 'table' ? segments : [options['schema'] ?? options['schema1'], options['table'] ?? options['table1']]
  return schema && table ? { schema, table } : undefined
}

/** The table of the place, or of the last place that was about one. */
export const useSubject = (): Subject | undefined => {
  const route = useRoute()
  const found = useMemo(() => subjectOf(route), [route])
  useEffect(() => {
    last = found ?? last
  }, [found])
  return found ?? last
}
