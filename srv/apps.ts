/** What there is to look at beside the cockpit; the line above the other pages has the same in `app/common/webapp/shell.js`. */
export const APPS = [
  { href: '/', title: { en: 'Saga', de: 'Saga' } },
  { href: '/films/', title: { en: 'Films', de: 'Filme' } },
  { href: '/people/', title: { en: 'People and Planets', de: 'Figuren und Planeten' } },
  { href: '/shows/', title: { en: 'Shows', de: 'Serien' } },
  { href: '/figures/', title: { en: 'Figures', de: 'Zahlen' } },
  { href: '/openapi/', title: { en: 'APIs', de: 'APIs' } },
] as const
