/** What one server takes on, so that neither a seller nor a picture can use it up. */

/** Most pixels of a picture: decoded, masked and composed it takes about 12 bytes each for a moment. */
export const maxCutoutPixels = 24_000_000
/** Most tasks of one account that wait or run. */
export const maxWaitingPerAccount = 20
/** Most tasks of all accounts that wait or run. */
export const maxWaiting = 200
/** A task that a stopped process left is begun again, so many times in all: a picture that ends the process must not do so for ever. */
export const maxAttempts = 2
/** How long a process may work on a task before another one takes it over. */
export const leaseMs = 3 * 60_000
/** Tasks and results are kept so long. */
export const taskLifeMs = 7 * 24 * 60 * 60_000
/** A result younger than this is used again; older ones may go while they are being fetched. */
export const reuseMs = taskLifeMs - 24 * 60 * 60_000
