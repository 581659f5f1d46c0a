/**
 * How long a test waits for a state before it fails, in milliseconds: far beyond what a slow, busy machine needs. Set
 * TEST_WAIT_MS=5000 to see a failing test fail soon.
 */
export const stateLimitMs = Number(process.env.TEST_WAIT_MS ?? 180_000)
