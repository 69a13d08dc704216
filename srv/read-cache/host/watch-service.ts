import cds, { type Service } from '@sap/cds'
import type { Recording } from '../table-versions.ts'

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

type WatchedService = Service & { handle(request: Asked): Promise<unknown> }

/**
 * Has a recording spoiled by whatever its answer could depend on besides tables: services elsewhere, events that are no
 * reads, and handlers of the application.
 *
 * @param current what the request that runs now is recorded in, if it is.
 */
export const watchService = (service: Service, current: () => Recording | undefined): void => {
  const watched = service as WatchedService
  const isRepeatable = judgeOf(service)
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called for the service that asks
  const { handle } = watched
  watched.handle = function (this: WatchedService, request) {
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

/** A request as handlers are chosen by. */
interface Handled {
  readonly event?: string
  readonly path?: string
  readonly entity?: string
}

interface Handler {
  readonly handler: { readonly name: string }
  for(request: Handled): boolean
}

/** What CAP has of a service and does not publish: `cap-parts.test.ts` names what a version lacks. */
interface Handling {
  readonly handlers: Readonly<Record<string, readonly Handler[]>>
}

/**
 * Whether a service of the application handles a request by CAP's own handlers alone: as many, and those, as a service has
 * that nobody has given any.
 *
 * @param plain such a service.
 */
export const isHandledByCap = (service: Service, plain: Service, request: Handled): boolean =>
  namesOf(service, request) === namesOf(plain, request)

/** Whether a database handles a query by its own methods alone. */
export const isHandledByDatabase = (service: Service, request: Handled): boolean =>
  phasesOf(service).every(([phase, handlers]) =>
    handlers
      .filter((each) => each.for(request))
      .every(
        ({ handler }) =>
          phase === 'on' && typeof (service as unknown as Record<string, unknown>)[handler.name] === 'function',
      ),
  )

const phasesOf = (service: Service): [string, readonly Handler[]][] =>
  Object.entries((service as unknown as Handling).handlers)

const namesOf = (service: Service, request: Handled): string =>
  JSON.stringify(
    phasesOf(service).map(([phase, handlers]) => [
      phase,
      handlers.filter((each) => each.for(request)).map(({ handler }) => handler.name),
    ]),
  )
