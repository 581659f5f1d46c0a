export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]

/** Other work on the machine only ever adds time, so the best run shows what a side can do. */
export const least = (values) => Math.min(...values)
