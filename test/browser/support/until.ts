/** Waits inside a page, where neither Vitest nor Playwright can. Bundled into the harnesses: imports nothing. */

/** Far beyond what a slow, busy machine needs. When it passes, the check after the wait fails. */
const limitMs = 180_000

/** Resolves once `holds`, called every 25 ms, returns true, or after three minutes. */
export async function until(condition: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + limitMs
  while (!(await condition()) && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 25))
}
