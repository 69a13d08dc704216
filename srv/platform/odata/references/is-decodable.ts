/** Whether each percent sign of a URL is part of a percent-encoded character. */
export const isDecodable = (url: string): boolean => {
  try {
    decodeURIComponent(url)
    return true
  } catch {
    return false
  }
}
