/** Reads product ids as sellers paste them. Pure. */

/** Splits at commas, Chinese commas, line breaks and spaces; duplicates are dropped, the order is kept. */
export const splitIds = (text: string): readonly string[] => [...new Set(text.split(/[,，\s]+/).filter((id) => id !== ''))]
