/** A line of a command's output that complains; what npm says of its own settings is not ours. */
export const COMPLAINT =
  /^(?!npm )(?:\[[\w.]+\])?[^\w\n]*(?:\d+m)?(?:node:\d+\W+)?(?:\w*(?:error|warning):|(?:error|warn|warning|deprecated)\b).*/im
