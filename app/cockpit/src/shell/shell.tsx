import { NavigationLayout } from '@ui5/webcomponents-react/NavigationLayout'
import { useState } from 'react'
import type { Session } from '../api/session.ts'
import { findPage, isOffered } from '../pages/index.ts'
import { useRoute } from '../parts/route.ts'
import { Navigation } from './navigation.tsx'
import { PageHost } from './page-host.tsx'
import { ShellBar } from './shell-bar.tsx'
import { useNarrow } from './use-narrow.ts'

/** The frame around every page: name, navigation, who is signed in. */
export const Shell = ({ session }: { session: Session }) => {
  const { page: id } = useRoute()
  const found = findPage(id)
  const page = found && isOffered(found) ? found : undefined
  const isNarrow = useNarrow()
  const [choice, setChoice] = useState<boolean>()
  const isOpen = choice ?? !isNarrow
  return (
    <NavigationLayout
      mode={isOpen ? 'Expanded' : 'Collapsed'}
      header={
        <ShellBar
          session={session}
          isOpen={isOpen}
          onToggle={() => {
            setChoice(!isOpen)
          }}
        />
      }
      // What cannot be seen is not there either, for keyboards and for those who hear the page.
      sideContent={
        isOpen ? (
          <Navigation
            current={page}
            session={session}
            onNavigate={() => {
              if (isNarrow) setChoice(false)
            }}
          />
        ) : undefined
      }
    >
      <PageHost page={page} />
    </NavigationLayout>
  )
}
