import { ApiError } from '../api/api-error.ts'

/** A picture that the browser cannot draw. @param cause the browser's own words. */
export const pictureError = (cause?: unknown): ApiError =>
  new ApiError({ status: 0, code: 'PICTURE_NOT_DRAWN', title: '', details: '', cause })
