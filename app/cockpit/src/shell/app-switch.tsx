import { Button } from '@ui5/webcomponents-react/Button'
import { Popover } from '@ui5/webcomponents-react/Popover'
import { useState } from 'react'
import { server } from '../api/server.ts'
import { useTexts } from '../i18n/use-texts.ts'
import { hrefOf } from '../parts/route.ts'
import { AppLinks } from './app-links.tsx'
import { texts } from './texts.ts'
import { useMedia } from '../parts/use-media.ts'

/** Where one is, and the way to the other apps: beside each other, or behind a button where there is no room for them. */
export const AppSwitch = () => {
  const t = useTexts(texts)
  const isWide = useMedia('(min-width: 1024px)')
  const [isOpen, setOpen] = useState(false)
  const hasApps = server().apps.length > 0
  if (hasApps && isWide) return <AppLinks />
  return (
    <>
      <a className="shell-title" href={hrefOf('overview')}>
        {server().name} <span>{t('cockpit')}</span>
      </a>
      {hasApps && (
        <>
          <Button
            id="app-switch"
            design="Transparent"
            icon="grid"
            tooltip={t('apps.open')}
            accessibleName={t('apps.open')}
            accessibilityAttributes={{ expanded: isOpen, hasPopup: 'dialog' }}
            onClick={() => {
              setOpen(true)
            }}
          />
          <Popover
            opener="app-switch"
            open={isOpen}
            placement="Bottom"
            accessibleName={t('apps.open')}
            onClose={() => {
              setOpen(false)
            }}
          >
            <AppLinks />
          </Popover>
        </>
      )}
    </>
  )
}
