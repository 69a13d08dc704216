import { NavigationLayout } from '@ui5/webcomponents-react/NavigationLayout'
import { useState } from 'react'
import type { Session } from '../api/session.ts'
import { useRoute } from '../parts/route.ts'
import { findPage } from '../pages/index.ts'
import { Navigation } from './navigation.tsx'
import { PageHost } from './page-host.tsx'
import { ShellBar } from './shell-bar.tsx'

type Mode = 'Auto' | 'Collapsed' | 'Expanded'

/** The frame around every page: name, navigation, who is signed in. */
export const Shell = ({ session }: { session: Session }) => {
  const { page: id } = useRoute()
  const page = findPage(id)
  const [mode, setMode] = useState<Mode>('Auto')
  const isNarrow = matchMedia('(max-width: 599px)').matches
  const toggle = (): void => {
    setMode((before) => {
      const isOpen = before === 'Expanded' || (before === 'Auto' && !isNarrow)
      return isOpen ? 'Collapsed' : 'Expanded'
    })
  }
  return (
    <NavigationLayout
      mode={mode}
      header={<ShellBar session={session} onToggle={toggle} />}
      sideContent={
        <Navigation
          current={page}
          session={session}
          onNavigate={() => {
            if (isNarrow) setMode('Collapsed')
          }}
        />
      }
    >
      <PageHost page={page} />
    </NavigationLayout>
  )
}
