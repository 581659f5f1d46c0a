/** Waits inside a page, where neither Vitest nor Playwright can. Bundled into the harnesses: imports nothing. */

/** Far beyond what a slow, busy machine needs; what is still not so then is told by the check that follows. */
const limitMs = 180_000

/** Resolves once `holds`, asked every 25 ms, or after three minutes. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + limitMs
  while (!(await holds()) && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 25))
}
