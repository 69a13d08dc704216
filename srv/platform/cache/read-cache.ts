import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Application } from 'express'
import cds from '@sap/cds'
import { correlationOf } from '../guard/index.ts'
import { callerKey, recognizedCaller } from '../identity/index.ts'
import { answerHit } from './answer-hit.ts'
import { createAnswerStore, TableVersions } from './answer-store.ts'
import type { Model } from './model-tables.ts'
import { watchExternalChanges } from './external-changes/watch-external-changes.ts'
import type { DatabaseService } from '../cap/database-service.ts'
import type { ExternalChanges } from './external-changes/external-changes.ts'
import { type Keeper, recordAnswer, recordingOf } from './record-answer.ts'
import { answerKey } from './request-key.ts'
import { readSettings } from './settings.ts'
import { watchDatabase } from './watch-database.ts'

/** Answers to OData reads, kept in memory until something that they were read from changes. */
export interface ReadCache {
  /** Answers a read from memory, if it can. @returns whether it did, at once as a rule. */
  readonly answer: (req: IncomingMessage, res: ServerResponse) => boolean | Promise<boolean>
  /** To be told when something may have been committed that did not come through CAP, before anybody is told of it. */
  readonly changed: () => void
  readonly statistics: () => CacheStatistics
  /** To be told of the database that CAP connects, before it is used. */
  readonly watch: (database: unknown) => void
}

/** Since the start, and what is kept now. */
export interface CacheStatistics {
  /** Reads answered from memory. */
  readonly hits: number
  /** Reads answered by the services. */
  readonly misses: number
  readonly answers: number
  readonly bytes: number
}

const NOTHING: CacheStatistics = { hits: 0, misses: 0, answers: 0, bytes: 0 }

const mount = (keeper: Keeper): void => {
  cds.on('bootstrap', (app: Application) => {
    app.use('/odata', recordAnswer(keeper))
  })
}

/** To be called before the server starts, and before anybody else mounts something. */
export const createReadCache = (): ReadCache => {
  const settings = readSettings()
  // Conditions of reads are answered all the same.
  if (!settings.enabled) {
    mount({ now: () => undefined, keep: () => undefined, answerBytes: 0 })
    return { answer: () => false, changed: () => undefined, statistics: () => NOTHING, watch: () => undefined }
  }
  const store = createAnswerStore(settings.bytes)
  const versions = new TableVersions(() => store.clear())
  let external: ExternalChanges | undefined
  const count = { hits: 0, misses: 0 }

  const open = async (service: DatabaseService, model: () => Model): Promise<void> => {
    try {
      external = await watchExternalChanges(service, versions, model, settings)
    } catch (error) {
      cds.log('cache').error('reads are not cached:', error)
    }
  }

  const watch = (service: unknown): void => {
    const recording = () => recordingOf(cds.context?.http?.req)
    const model = watchDatabase(service, versions, recording, () => external)
    // A database in memory is not to be opened before it is filled, and others are not to be asked in a deployment.
    cds.once('listening', () => {
      void open(service as DatabaseService, model)
    })
  }
  mount({
    now: () => {
      count.misses++
      // What has happened so far is not to end this answer later.
      void external?.isCurrent()
      return external && versions.now
    },
    keep: (request, answer) => {
      const user = cds.context?.user
      if (user) store.set(answerKey(request, callerKey(user)), answer)
    },
    answerBytes: settings.answerBytes,
  })
  cds.on('shutdown', () => external?.close?.())

  const onHit = (): void => {
    count.hits++
  }
  const hit = { store, versions, maxAgeMs: settings.maxAgeMs, callerOf: recognizedCaller, correlationOf, onHit }
  return {
    answer: (req, res) => external !== undefined && answerHit(req, res, external, hit),
    changed: () => {
      if (external?.lookAgain) external.lookAgain()
      else versions.changeAll()
    },
    statistics: () => ({ ...count, answers: store.size, bytes: store.weight }),
    watch,
  }
}
