/** Longest wait for an idle page, ms. */
const limitMs = 2000

/** Resolves when the page has nothing more urgent to do, for work that only prepares what may come. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // It is missing in Safari, where developers may open the page, and in tests outside of a page.
    if (typeof requestIdleCallback === 'undefined') setTimeout(resolve, 0)
    else requestIdleCallback(() => resolve(), { timeout: limitMs })
  })
