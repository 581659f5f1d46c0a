/** Returns `value` limited to [low, high]; `low` wins when the range is inverted. */
export const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, value))
