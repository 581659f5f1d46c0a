/** Time as a dependency, so that expiry and windows can be tested without waiting. */
export interface Clock {
  now(): Date
}
