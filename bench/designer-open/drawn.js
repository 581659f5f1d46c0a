/** Resolves when everything done so far has been drawn. */
export const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
