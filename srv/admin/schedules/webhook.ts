import { createHash, createHmac } from 'node:crypto'
import type { CheckResults, Notice } from '../core/check-history.ts'
import type { Logger } from '../http/call.ts'
import { clock } from './clock.ts'

export interface WebhookOptions {
  readonly results: CheckResults
  readonly url: string
  /** `whsec_` and a key in Base64. */
  readonly secret: string
  /** As its package is called. */
  readonly application: string
  readonly log: Logger
}

/** How long an answer is waited for, how long a notice is nobody else's meanwhile, and how many are sent at a time. */
const [TIMEOUT_MS, TAKEN_MS, AT_A_TIME] = [10_000, 60_000, 10]

/** Seconds until a notice is tried again: over about three days in all. */
const DELAYS = [5, 60, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const

/**
 * Tells changes of checks to a webhook, each until it is taken.
 *
 * @see https://www.standardwebhooks.com for headers and signature.
 */
export class Webhook {
  readonly #options: WebhookOptions

  constructor(options: WebhookOptions) {
    this.#options = options
  }

  /** Sends what is due. */
  async send(): Promise<void> {
    const { results } = this.#options
    const until = new Date(clock() + TAKEN_MS).toISOString()
    const notices = await results.takeNotices(new Date(clock()).toISOString(), until, AT_A_TIME)
    await Promise.all(notices.map((notice) => this.#tell(notice)))
  }

  async #tell(notice: Notice): Promise<void> {
    const { results, log } = this.#options
    const problem = await this.#post(notice)
    if (problem === undefined) return results.dropNotice(notice)
    const delay = DELAYS[notice.tries - 1]
    const about = `The webhook was not told of '${notice.result.id}': ${problem}`
    if (delay !== undefined) {
      log.warn(`${about}; it is tried again in ${delay} s`)
      return results.delayNotice(notice, new Date(clock() + 1_000 * delay).toISOString())
    }
    log.error(`${about}; it was tried ${notice.tries} times, and is not tried again`)
    return results.dropNotice(notice)
  }

  /** @returns why it was not taken. */
  async #post(notice: Notice): Promise<string | undefined> {
    const { url, secret, application } = this.#options
    const body = JSON.stringify(messageOf(notice, application))
    const id = idOf(notice)
    const seconds = Math.floor(clock() / 1_000)
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(seconds),
      'webhook-signature': signatureOf(secret, id, seconds, body),
    }
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS)
      const answer = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' })
      await answer.body?.cancel()
      return answer.ok ? undefined : `it answers ${answer.status}`
    } catch (error) {
      const { message, cause } = error as Error
      return cause instanceof Error ? cause.message : message
    }
  }
}

/** The same whenever it is sent again, so that who gets it twice knows. */
const idOf = ({ result: { id, slot } }: Notice): string =>
  `msg_${createHash('sha256').update(`${id} ${slot}`).digest('hex').slice(0, 32)}`

/** Of what is sent, at the time that is sent beside it. */
const signatureOf = (secret: string, id: string, seconds: number, body: string): string => {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`
}

const messageOf = ({ result, previous }: Notice, application: string): object => {
  const { id, schema, table, name, rule, severity, owner, at, status, checked, failed, reason } = result
  const { slot, checkedAt } = result
  return {
    type: 'check.changed',
    timestamp: checkedAt,
    data: {
      ...{ application, check: id, schema, table, name, rule, severity, owner, at },
      ...{ status, previous, checked, failed, reason, slot, checkedAt },
    },
  }
}
