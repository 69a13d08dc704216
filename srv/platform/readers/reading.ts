import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import cds from '@sap/cds'

interface Http {
  readonly req?: { readonly method?: string }
  readonly res?: ServerResponse
}

const parts = new AsyncLocalStorage<true>()

/** Says that work does nothing but read, such as a part of a batch, whose own request is a POST. */
export const onlyReading = <Result>(work: () => Result): Result => parts.run(true, work)

/** Whether whoever asks the database now does nothing but read. */
export const isReading = (): boolean => {
  const method = httpOf()?.req?.method
  return method === 'GET' || method === 'HEAD' || parts.getStore() === true
}

/** Calls back once if the client goes before it has its answer. @returns a function that stops watching. */
export const onClientGone = (leave: () => void): (() => void) => {
  const res = httpOf()?.res
  if (!res) return () => undefined
  const close = (): void => {
    if (!res.writableEnded) leave()
  }
  if (res.destroyed) close()
  res.once('close', close)
  return () => res.off('close', close)
}

const httpOf = (): Http | undefined => (cds.context as { http?: Http } | undefined)?.http
