/** Resolves when everything done so far has been drawn. */
export const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
