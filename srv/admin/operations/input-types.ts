import { Type } from '@sinclair/typebox'

/** Words, most often names, in a text with commas between them or in a list. */
export const wordList = (description: string) =>
  Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())], { description }))
