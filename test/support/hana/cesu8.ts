/** Text in CESU-8, as HANA sends it: a character beyond the basic plane is six bytes, three for each half of its pair. */
export const toCesu8 = (text: string): Buffer => {
  const bytes: number[] = []
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit < 0x80) bytes.push(unit)
    else if (unit < 0x800) bytes.push(0xc0 | (unit >> 6), 0x80 | (unit & 0x3f))
    else bytes.push(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f))
  }
  return Buffer.from(bytes)
}
