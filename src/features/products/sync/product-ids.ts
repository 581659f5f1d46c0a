/** Product ids as sellers paste them. Pure. */

/** Split at commas, Chinese commas, new lines and blanks; each once, in the order typed. */
export const splitIds = (text: string): readonly string[] => [...new Set(text.split(/[,，\s]+/).filter((id) => id !== ''))]

/** The marketplace's product ids are digits; anything else was pasted by mistake. */
export const oddIds = (ids: readonly string[]): readonly string[] => ids.filter((id) => !/^\d{1,64}$/.test(id))
