import { useState } from 'react'

/** A value, or the last one while there is none: what is seen stays until something else can be seen. */
export const useLast = <Value>(value: Value | undefined): Value | undefined => {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}
