import type { Platform } from '../platform'

/**
 * The mock adapter with `?platform=mock&mode=passthrough`: every call is forwarded to the detected platform, and no cassette is
 * used. Only the name of the environment differs.
 */
export const passThrough = (through: Platform): Platform => ({
  ...through,
  ready: async () => ({ ...(await through.ready()), environment: 'mock' }),
})
