import type { Cursor } from './cursor.ts'

const JSON_TOKEN = /\s*(?:"(?:[^"\\]|\\.)*"|[[\]{}]|[^"[\]{}\s]+)/y

/** An array or an object as JSON has it. */
export function readJson(cursor: Cursor): unknown {
  const start = cursor.at
  let open = 0
  do {
    const token = cursor.take(JSON_TOKEN)?.trimStart() ?? cursor.fail()
    if (token === '[' || token === '{') open++
    if (token === ']' || token === '}') open--
  } while (open > 0)
  try {
    return JSON.parse(cursor.text.slice(start.index, cursor.index)) as unknown
  } catch {
    throw cursor.problem('this is no JSON', start)
  }
}
