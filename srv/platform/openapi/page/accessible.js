/* global document, MutationObserver */
// What Swagger UI leaves out for those who do not see the page, or have no mouse.

const name = (element, text) => {
  if (text && !element.hasAttribute('aria-label')) element.setAttribute('aria-label', text)
}

const mend = () => {
  for (const field of document.querySelectorAll('#viewer :is(select, input, textarea)')) {
    const parameter = field.closest('tr[data-param-name]')?.dataset.paramName
    name(field, parameter ?? (field.id === 'servers' ? 'Server' : field.getAttribute('placeholder')))
  }
  for (const field of document.querySelectorAll('#viewer :is(.opblock-body, .responses-wrapper) select'))
    name(field, 'Media type')
  // A link within a button is reached by no key; the button itself leads to the same address.
  for (const link of document.querySelectorAll('.opblock-summary-control a[href]')) link.removeAttribute('href')
  for (const text of document.querySelectorAll('#viewer pre.microlight:not([tabindex])')) text.tabIndex = 0
}

new MutationObserver(mend).observe(document.getElementById('viewer'), { childList: true, subtree: true })
