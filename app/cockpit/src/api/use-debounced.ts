import { useEffect, useState } from 'react'

/** A value that follows another one when that has been still for a while: for questions that are asked while one types. */
export const useDebounced = <Value>(value: Value, ms = 300): Value => {
  const [followed, setFollowed] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => {
      setFollowed(value)
    }, ms)
    return () => {
      clearTimeout(timer)
    }
  }, [value, ms])
  return followed
}
