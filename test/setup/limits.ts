/**
 * How long a test waits for a state before it fails, in milliseconds: far beyond what a slow, busy machine needs. TEST_WAIT_MS=5000 lets
 * whoever works on a failing test see it fail soon.
 */
export const stateLimitMs = Number(process.env.TEST_WAIT_MS ?? 180_000)
