import '@ui5/webcomponents-base/dist/FontFace.css'
import './styles/base.css'
import './styles/layout.css'
import './styles/sidebar.css'
import './styles/form.css'
import './styles/table.css'
import './styles/charts.css'
import './styles/job.css'
import './shell/icons.ts'
import { ThemeProvider } from '@ui5/webcomponents-react/ThemeProvider'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadServer } from './api/server.ts'
import { startSharedSession } from './api/shared-session.ts'
import { startComponentLanguage } from './shell/component-language.ts'
import { startTheme } from './shell/theme.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element #root')

// Fingers need more room than a mouse.
if (matchMedia('(pointer: fine)').matches) document.body.classList.add('ui5-content-density-compact')
await Promise.all([startTheme(), startComponentLanguage(), startSharedSession(), loadServer()])
// It knows from the start where the API is.
const { App } = await import('./shell/app.tsx')
createRoot(root).render(
  <StrictMode>
    <ThemeProvider>
      <App />
    </ThemeProvider>
  </StrictMode>,
)
