import type { Response } from 'express'

/** Sends a JSON text; for HEAD its headers only. */
export const sendText = (response: Response, status: number, text: string): void => {
  response.statusCode = status
  response.setHeader('Content-Type', 'application/json; charset=utf-8')
  response.setHeader('Content-Length', Buffer.byteLength(text))
  response.end(text)
}
