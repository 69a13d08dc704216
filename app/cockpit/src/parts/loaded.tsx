import type { ReactNode } from 'react'
import type { Loaded as Loading } from '../api/use-loaded.ts'
import { Busy } from './busy.tsx'
import { ErrorStrip } from './error-strip.tsx'

interface LoadedProps<Value> {
  readonly of: Loading<Value>
  readonly children: (value: Value) => ReactNode
}

/** What was asked for, or that it is on its way, or why it does not come. */
export const Loaded = <Value,>({ of, children }: LoadedProps<Value>) => {
  if (of.error) return <ErrorStrip error={of.error} onRetry={of.reload} />
  return of.value === undefined ? <Busy /> : children(of.value)
}
