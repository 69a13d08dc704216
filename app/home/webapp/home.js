/* global document, fetch */
// Shows what holds of this server: of the texts about a fact the one with its value, or all where none has a value.
const read = async (path) => {
  try {
    return await (await fetch(path)).json()
  } catch {
    return {}
  }
}

const [health, ready, about] = await Promise.all(['/health', '/ready', '/about'].map(read))
const facts = { ...about, health: health.status, ready: ready.status }
for (const element of document.querySelectorAll('[data-fact]')) {
  const { fact, value } = element.dataset
  element.hidden = value === undefined ? facts[fact] === undefined : String(facts[fact]) !== value
}
