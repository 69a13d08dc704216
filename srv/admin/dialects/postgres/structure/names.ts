/** The server cuts longer names silently: https://www.postgresql.org/docs/current/limits.html */
export const MAX_NAME_BYTES = 63
