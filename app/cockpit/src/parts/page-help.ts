import { createContext } from 'react'

/** The address of the page that tells about the operation behind a page; undefined for none. */
export const PageHelp = createContext<string | undefined>(undefined)
