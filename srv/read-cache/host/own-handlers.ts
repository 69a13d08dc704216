import type { Service } from '@sap/cds'

/** A request as handlers are chosen by. */
export interface Handled {
  readonly event?: string
  readonly path?: string
  readonly entity?: string
}

interface Handler {
  readonly handler: { readonly name: string }
  for(request: Handled): boolean
}

/** What CAP has of a service and does not publish: `own-handlers.test.ts` names what a version lacks. */
export interface Handling {
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
