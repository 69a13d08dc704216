import { createCounter, createGauge } from './registry.ts'

/** What a cache tells of itself: counts since the start, and what it holds now. */
export interface CacheStatistics {
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
