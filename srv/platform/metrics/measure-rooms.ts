import cds from '@sap/cds'
import { createCounter, createGauge } from './registry.ts'
import type { DatabaseService } from '../cap/database-service.ts'

/** What a cache tells of itself: counts since the start, and what it holds now. */
interface CacheStatistics {
  readonly hits: number
  readonly misses: number
  readonly answers: number
  readonly bytes: number
}

const RESULTS = ['hit', 'miss'] as const

/** Shows how often reads were answered from memory, and how much memory that takes. */
export const measureCache = (read: () => CacheStatistics): void => {
  const told = { hit: 0, miss: 0 }
  createCounter(
    {
      name: 'read_cache_requests_total',
      help: 'Reads of OData by whether memory had the answer.',
      labels: { result: RESULTS },
    },
    () => {
      const { hits, misses } = read()
      const readings = [
        { labels: { result: 'hit' as const }, value: hits - told.hit },
        { labels: { result: 'miss' as const }, value: misses - told.miss },
      ]
      Object.assign(told, { hit: hits, miss: misses })
      return readings
    },
  )
  createGauge({ name: 'read_cache_bytes', help: 'Memory taken by answers.' }, () => [
    { labels: {}, value: read().bytes },
  ])
  createGauge({ name: 'read_cache_answers', help: 'Answers in memory.' }, () => [{ labels: {}, value: read().answers }])
}

/** Shows the use of the connections that OData works with. To be called before the server starts. */
export const measureDatabase = (): void =>
  createGauge(
    {
      name: 'saga_odata_connections',
      help: 'Connections to the database that OData works with, and requests that wait for one.',
      labels: { state: ['idle', 'busy', 'waiting'] },
    },
    () => {
      const { pools = {} } = (cds.db as unknown as Partial<DatabaseService> | undefined) ?? {}
      return Object.values(pools).flatMap(({ available, borrowed, pending }) => [
        { labels: { state: 'idle' }, value: available },
        { labels: { state: 'busy' }, value: borrowed },
        { labels: { state: 'waiting' }, value: pending },
      ])
    },
  )
