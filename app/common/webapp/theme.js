/* global document, localStorage, matchMedia, window */
// The light or the dark theme: the one that was chosen here or in the cockpit, else the system's, and whenever that changes.
{
  const KEY = 'cds-dba.theme'
  const system = matchMedia('(prefers-color-scheme: dark)')
  const isDark = () => {
    const kept = localStorage.getItem(KEY)
    return kept === 'dark' || (kept !== 'light' && system.matches)
  }
  const theme = () => (isDark() ? 'sap_horizon_dark' : 'sap_horizon')
  const apply = () => {
    document.documentElement.style.colorScheme = isDark() ? 'dark' : 'light'
    window.sap?.ui.require(['sap/ui/core/Theming'], (Theming) => Theming.setTheme(theme()))
  }

  window['sap-ui-config'] = { ...window['sap-ui-config'], theme: theme() }
  apply()
  system.addEventListener('change', apply)
  // Chosen in this window, or in another one.
  window.addEventListener('theme', apply)
  window.addEventListener('storage', apply)
}
