/** Reads product ids as sellers paste them. Pure. */

/** Splits at commas, Chinese commas, line breaks and spaces; duplicates are dropped, the order is kept. */
export const splitIds = (text: string): readonly string[] => [...new Set(text.split(/[,，\s]+/).filter((id) => id !== ''))]

/** Returns texts that are no product ids: the marketplace's ids consist of digits. */
export const invalidIds = (ids: readonly string[]): readonly string[] => ids.filter((id) => !/^\d{1,64}$/.test(id))
