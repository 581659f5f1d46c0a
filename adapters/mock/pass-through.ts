import type { Platform } from '../platform'

/**
 * The mock door with nothing between (`?platform=mock&mode=passthrough`): calls go to whatever platform stands behind it, and the
 * cassette is neither asked nor written to.
 */
export const passThrough = (through: Platform): Platform => ({
  ...through,
  ready: async () => ({ ...(await through.ready()), environment: 'mock' }),
})
