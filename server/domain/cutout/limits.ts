/** Limits of cutting out, so that neither an account nor a picture can exhaust a server. */

/** Maximum pixels of a picture: decoded, masked and composed it briefly takes about 12 bytes each. */
export const maxCutoutPixels = 24_000_000
/** Maximum number of waiting and running tasks per account. */
export const maxWaitingPerAccount = 20
/** Maximum number of waiting and running tasks of a class, of all accounts. */
export const maxWaiting = 200
/** Maximum attempts of a task that a stopped process left: a picture that crashes the process must not do so forever. */
export const maxAttempts = 2
/** Maximum number of cutouts that are kept for a user and a template until a designer takes them. */
export const maxBegunPerTemplate = 200
/** Time for which tasks and results are stored. */
export const taskLifeMs = 7 * 24 * 60 * 60_000
/** A result younger than this is reused; older ones might be removed while they are being fetched. */
export const reuseMs = taskLifeMs - 24 * 60 * 60_000
