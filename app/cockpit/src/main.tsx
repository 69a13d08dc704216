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
import { startComponentLanguage } from './shell/component-language.ts'
import { startTheme } from './shell/theme.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element #root')

// Fingers need more room than a mouse.
if (matchMedia('(pointer: fine)').matches) document.body.classList.add('ui5-content-density-compact')
await Promise.all([startTheme(), startComponentLanguage(), loadServer()])
// They know from the start where the API is.
const [{ App }, { startSharedSession }] = await Promise.all([
  import('./shell/app.tsx'),
  import('./api/shared-session.ts'),
])
await startSharedSession()
createRoot(root).render(
  <StrictMode>
    <ThemeProvider>
      <App />
    </ThemeProvider>
  </StrictMode>,
)
