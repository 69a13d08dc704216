/* global document, matchMedia, sap, window */
// The light or the dark theme, as the system has it: before UI5 starts, and whenever the system changes.
const dark = matchMedia('(prefers-color-scheme: dark)')
const theme = () => (dark.matches ? 'sap_horizon_dark' : 'sap_horizon')

window['sap-ui-config'] = { theme: theme() }
document.documentElement.style.colorScheme = 'light dark'
dark.addEventListener('change', () => {
  sap.ui.require(['sap/ui/core/Theming'], (Theming) => Theming.setTheme(theme()))
})
