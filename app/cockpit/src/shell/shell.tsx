import { useEffect, useState } from 'react'
import type { Session } from '../api/session.ts'
import { findPage, isOffered } from '../pages/index.ts'
import { useRoute } from '../parts/route.ts'
import { Navigation } from './navigation.tsx'
import { PageHost } from './page-host.tsx'
import { Search } from './search.tsx'
import { ShellBar } from './shell-bar.tsx'
import { useNarrow } from './use-narrow.ts'

/** The frame around every page: name, search, navigation, who is signed in. */
export const Shell = ({ session }: { session: Session }) => {
  const { page: id } = useRoute()
  const found = findPage(id)
  const page = found && isOffered(found) ? found : undefined
  const isNarrow = useNarrow()
  const [choice, setChoice] = useState<boolean>()
  const [isSearching, setSearching] = useState(false)
  const isOpen = choice ?? !isNarrow
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return
      event.preventDefault()
      setSearching(true)
    }
    addEventListener('keydown', onKeyDown)
    return () => {
      removeEventListener('keydown', onKeyDown)
    }
  }, [])
  return (
    <div className={isOpen ? 'shell has-sidebar' : 'shell'}>
      <ShellBar
        session={session}
        isOpen={isOpen}
        onToggle={() => {
          setChoice(!isOpen)
        }}
        onSearch={() => {
          setSearching(true)
        }}
      />
      {/* What cannot be seen is not there either, for keyboards and for those who hear the page. */}
      {isOpen && (
        <Navigation
          current={page}
          session={session}
          onNavigate={() => {
            if (isNarrow) setChoice(false)
          }}
        />
      )}
      <PageHost page={page} />
      {isSearching && (
        <Search
          session={session}
          onClose={() => {
            setSearching(false)
          }}
        />
      )}
    </div>
  )
}
