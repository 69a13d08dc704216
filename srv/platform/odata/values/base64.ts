/** Bytes as bodies have them, in either alphabet of base64. */
export const BASE64 = /^(?:[\w+/-]{4})*(?:[\w+/-]{2,3}={0,2})?$/
