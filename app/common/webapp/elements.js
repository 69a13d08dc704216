/* global document */
/** Makes an element: its properties, and what is in it. */
export const element = (tag, properties = {}, ...content) => {
  const made = Object.assign(document.createElement(tag), properties)
  made.append(...content)
  return made
}
