import cds, { type Service } from '@sap/cds'
import type { Recording } from '../table-versions.ts'
import { type Handled, isHandledByCap, isHandledByDatabase } from './own-handlers.ts'

/** A request to a service, as far as it is looked at. */
interface Asked extends Handled {
  readonly target?: Target
}

interface Target {
  readonly name: string
  readonly drafts?: object
  readonly isDraft?: boolean
  readonly [annotation: `@${string}`]: unknown
}

type Handling = Service & { handle(request: Asked): Promise<unknown> }

/**
 * Has a recording spoiled by whatever its answer could depend on besides tables: services elsewhere, events that are no
 * reads, and handlers of the application.
 *
 * @param current what the request that runs now is recorded in, if it is.
 */
export const watchService = (service: Service, current: () => Recording | undefined): void => {
  const watched = service as Handling
  const isRepeatable = judgeOf(service)
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called for the service that asks
  const { handle } = watched
  watched.handle = function (this: Handling, request) {
    const recording = current()
    if (recording && !isRepeatable(request)) recording.spoil()
    return handle.call(this, request)
  }
}

const judgeOf = (service: Service): ((request: Asked) => boolean) => {
  const { ApplicationService, DatabaseService } = cds as unknown as Record<string, (new () => Service) | undefined>
  const isDatabase = (service as { isDatabaseService?: boolean }).isDatabaseService === true
  if (isDatabase || (DatabaseService && service instanceof DatabaseService))
    return (request) => isHandledByDatabase(service, request)
  if (!ApplicationService || !(service instanceof ApplicationService)) return () => false
  const plain = plainService(service)
  if (OVERRIDABLE.some((name) => Reflect.get(service, name) !== Reflect.get(plain, name))) return () => false
  return (request) => isRepeatableRead(service, plain, request)
}

/** What a class of the application's own may do otherwise, before any handler. */
const OVERRIDABLE = ['handle', 'dispatch', 'run', 'emit', 'send'] as const

const isRepeatableRead = (service: Service, plain: Service, request: Asked): boolean => {
  const { event, target } = request
  if (event !== 'READ' || !target || target['@cache'] === false) return false
  // Locks of drafts end with time, and so may what a condition lets see.
  if (target.drafts || target.isDraft || JSON.stringify(target['@restrict'] ?? null).includes('$now')) return false
  return (target['@cache'] === true && !isAudited()) || isHandledByCap(service, plain, request)
}

/** Whether reads are recorded: each has to come by then. */
const isAudited = (): boolean => {
  const { 'audit-log': audit } = cds.env.requires as { 'audit-log'?: { readonly handle?: readonly string[] } | false }
  return Boolean(audit) && (audit as { handle?: readonly string[] }).handle?.includes('READ') !== false
}

/** A service of the same model that has no handlers but CAP's own. */
const plainService = ({ name, model }: Service): Service => {
  const { ApplicationService } = cds as unknown as { ApplicationService: new (name: string, model: unknown) => Service }
  const plain = new ApplicationService(name, model)
  void (plain as unknown as { init(): unknown }).init()
  return plain
}
