/** Times as sellers and buyers read them: in Beijing time, whatever the computer's time zone. Pure. */

/** Offset of Beijing's time from UTC, ms; Beijing has no summer time. */
export const beijingOffsetMs = 8 * 3_600_000

/** Returns a time (ms) as an ISO text whose fields are Beijing's. */
export const beijingIso = (ms: number): string => new Date(ms + beijingOffsetMs).toISOString()

/** Returns the day of a time (ms) as the number of days since 1970-01-01 in Beijing. */
export const beijingDayNumber = (ms: number): number => Math.floor((ms + beijingOffsetMs) / 86_400_000)
