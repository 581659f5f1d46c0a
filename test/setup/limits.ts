import { allTests } from './size.ts'

/**
 * How long a test waits for a state before it fails, in milliseconds: far beyond what a slow, busy machine needs, and longer where
 * the work has its whole size. Set TEST_WAIT_MS=5000 to see a failing test fail soon.
 */
export const stateLimitMs = Number(process.env.TEST_WAIT_MS ?? (allTests ? 1_200_000 : 180_000))
