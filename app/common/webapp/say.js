/* global document */
/** Takes the text in the language of the page. */
export const say = (english, german) => (document.documentElement.lang.startsWith('de') ? german : english)
