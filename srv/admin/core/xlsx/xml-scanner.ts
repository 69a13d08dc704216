import { fileError } from '../transfer/file-format.ts'

/** What an XML text consists of. Names come without their prefix, texts and attributes as they stand. */
export interface XmlHandler {
  open(name: string, attributes: string): void
  close(name: string): void
  text(raw: string): void
}

// eslint-disable-next-line saga/linear-expressions -- the lookahead lets a name end at one place only
const TAG = /<(\/?)(?:[\w.-]+:)?([\w.-]+)(?![\w.-])((?:[^<>"']|"[^"<]*"|'[^'<]*')*?)(\/?)>/y
const INCOMPLETE = /^<(?:[^<>"']|"[^"<]*(?:"|$)|'[^'<]*(?:'|$))*$/
/** A tag, or a text up to the next one: no cell has more. */
const MAX_PIECE = 400_000

/**
 * Cuts the XML of an office document into tags and texts, as it comes. It reads what such documents consist of:
 * a declaration of a document type, which no office program writes, is refused, so that no entity is ever expanded.
 */
export class XmlScanner {
  readonly #handler: XmlHandler
  readonly #part: string
  #open = ''

  /** @param part name of what is read, for messages. */
  constructor(handler: XmlHandler, part: string) {
    this.#handler = handler
    this.#part = part
  }

  push(text: string): void {
    const all = this.#open + text
    this.#open = all.slice(this.#scan(all))
    if (this.#open.length > MAX_PIECE) throw this.#problem()
  }

  end(): void {
    if (/\S/.test(this.#open)) throw this.#problem()
  }

  /** @returns where the first incomplete piece starts. */
  #scan(text: string): number {
    let at = 0
    for (;;) {
      const open = text.indexOf('<', at)
      if (open === -1) return at
      if (open > at) this.#handler.text(text.slice(at, open))
      TAG.lastIndex = open
      const tag = TAG.exec(text)
      if (tag) {
        const [, slash, name = '', attributes = '', isEmpty] = tag
        if (slash === '') this.#handler.open(name, attributes)
        if (slash !== '' || isEmpty !== '') this.#handler.close(name)
        at = TAG.lastIndex
        continue
      }
      const end = this.#special(text, open)
      if (end === -1) return open
      at = end
    }
  }

  /** Passes what is no tag. @returns where it ends; -1 when its end has not come. */
  #special(text: string, open: number): number {
    const after = (start: string, close: string): number | undefined => {
      if (!text.startsWith(start, open)) return undefined
      const end = text.indexOf(close, open + start.length)
      return end === -1 ? -1 : end + close.length
    }
    const end = after('<!--', '-->') ?? after('<?', '?>')
    if (end !== undefined) return end
    const dataEnd = after('<![CDATA[', ']]>')
    if (dataEnd !== undefined) {
      if (dataEnd > 0) this.#handler.text(text.slice(open + 9, dataEnd - 3).replaceAll('&', '&amp;'))
      return dataEnd
    }
    const rest = text.slice(open, open + 10)
    const mayBecomeSpecial = rest.length < 10 && ['<![CDATA[', '<!--'].some((start) => start.startsWith(rest))
    if (mayBecomeSpecial || (INCOMPLETE.test(text.slice(open)) && !rest.startsWith('<!'))) return -1
    throw this.#problem()
  }

  #problem(): Error {
    return fileError(1, `the workbook's part '${this.#part}' is not the XML of a spreadsheet`)
  }
}

/** The value of an attribute, as it stands. */
export const attributeOf = (attributes: string, name: string): string | undefined => {
  // Prefixes count: `r:id` and `id` are different attributes.
  // eslint-disable-next-line saga/linear-expressions -- each attribute is tried once, with names of ours
  const match = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes)
  return match?.[1] ?? match?.[2]
}
