/** How long a test waits for a state before it fails, in milliseconds: far beyond what a slow, busy machine needs. */
export const stateLimitMs = 180_000
