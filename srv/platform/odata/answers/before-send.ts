import type { Response } from '../../cap/odata.ts'

/** Calls back once, right before the answer is sent, with its body: an object, or text. What it returns is sent. */
export const beforeSend = (res: Response, change: (body: unknown) => unknown): void => {
  const send = res.send
  res.send = function sendChanged(this: Response, body?: unknown): Response {
    // Express calls send a second time with the text of an object.
    res.send = send
    return send.call(this, change(body))
  }
}
