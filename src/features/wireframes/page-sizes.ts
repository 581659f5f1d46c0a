/** Rows on a page of the wireframe screen; the specification's default first. */
export const wireframePageSizes = [5, 10, 20, 30] as const
