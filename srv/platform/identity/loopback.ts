const LOOPBACK = /^(localhost|::1|(::ffff:)?127(\.\d{1,3}){3})$/i

/** Whether a host name or address reaches this machine only. */
export const isLoopback = (host: string | undefined): boolean => host !== undefined && LOOPBACK.test(host)
